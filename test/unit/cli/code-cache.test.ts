import { describe, expect, it } from '@jest/globals';
import { cacheFolder } from '../../../src/cli/code-cache.js';

describe('the folder of compiled code', () => {
  it.each([
    ['linux', {}, '/home/ada/.cache/fencepost/compiled'],
    ['linux', { XDG_CACHE_HOME: '/var/ada' }, '/var/ada/fencepost/compiled'],
    ['linux', { XDG_CACHE_HOME: 'relative' }, '/home/ada/.cache/fencepost/compiled'],
    ['freebsd', { XDG_CACHE_HOME: '' }, '/home/ada/.cache/fencepost/compiled'],
    ['darwin', { XDG_CACHE_HOME: '/var/ada' }, '/home/ada/Library/Caches/fencepost/compiled'],
    ['win32', { LOCALAPPDATA: '/local' }, '/local/fencepost/compiled'],
    ['win32', {}, '/home/ada/AppData/Local/fencepost/compiled'],
  ])('on %s with %j', (platform, env, expected) => {
    expect(cacheFolder(env, platform, '/home/ada')).toBe(expected);
  });

  it('is nowhere for a user without a home', () => {
    expect(cacheFolder({}, 'linux', null)).toBeNull();
    expect(cacheFolder({}, 'linux', 'nonsense')).toBeNull();
    expect(cacheFolder({ XDG_CACHE_HOME: '/var/ada' }, 'linux', null)).toBe('/var/ada/fencepost/compiled');
  });
});
