import { spawnSync } from 'node:child_process';
import { describe, expect, it } from '@jest/globals';

describe('the long random tests', () => {
  it.each([
    ['', 'usage: npm run fuzz'],
    ['nosuch', 'usage: npm run fuzz'],
    ['memory --cuont 3', 'what is --cuont?'],
    ['memory --parts bl', 'what is --parts?'],
    ['memory --count many', '--count takes a whole number'],
    ['memory --count -3', '--count takes a whole number'],
    ['reductions --parts samples,zz', "not 'zz'"],
  ])('refuse %s', (line, why) => {
    const args = ['dist/tools/fuzz/main.js', ...line.split(' ').filter((word) => word !== '')];
    const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' });
    expect(stderr).toContain(why);
    expect(stderr).not.toContain('    at ');
    expect(stdout).toBe('');
    expect(status).toBe(2);
  });
});
