/** A set of cubes that the checker has no room for; the message says why. */
export class NoCheck extends Error {
  override readonly name = 'NoCheck';
}
