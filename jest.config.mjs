export default {
  testEnvironment: '<rootDir>/tools/jest-environment.mjs',
  roots: ['<rootDir>/dist/test'],
  testMatch: ['**/*.test.js'],
  transform: {},
  maxWorkers: '100%',
  testTimeout: 60000,
  coverageProvider: 'v8',
  reporters: ['default', '<rootDir>/tools/jest-tally.mjs'],
};
