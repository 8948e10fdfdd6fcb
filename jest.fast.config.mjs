import { readFileSync } from 'node:fs';
import everything from './jest.config.mjs';

/** Those that take more than two seconds by themselves, as measured; whatever is not listed is fast. */
const slow = JSON.parse(readFileSync(new URL('test/slow-tests.json', import.meta.url), 'utf8'));

export default {
  ...everything,
  testPathIgnorePatterns: slow.map((file) => `<rootDir>/dist/test/${file}\\.test\\.js$`),
};
