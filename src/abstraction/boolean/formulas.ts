import { allOf, anyOf, literal, no, yes } from '../../ir/formula.js';
import type { Formula } from '../../ir/formula.js';
import { booleanId } from '../../ir/ids.js';
import { cubeKey, isPositive, predicateOf } from '../cubes/literals.js';
import type { CubeCode } from '../cubes/literals.js';

/** Variable i of the Boolean program stands for predicate i. */
const cubeFormula = (cube: CubeCode): Formula =>
  allOf(cube.map((code) => literal(booleanId(predicateOf(code)), isPositive(code))));

/** Formulas of lists of cubes; of the same list the same formula, so that texts of programs are small. */
export class CubeFormulas {
  readonly #cubes = new Map<string, Formula>();
  readonly #known = new Map<string, Formula>();

  /** Some of the cubes holds. */
  any(cubes: readonly CubeCode[]): Formula {
    if (cubes.length === 0) return no;
    if (cubes.some((cube) => cube.length === 0)) return yes;
    const keys = cubes.map(cubeKey);
    const key = keys.join(' ');
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const formula = anyOf(cubes.map((cube, i) => this.#cube(cube, keys[i] ?? '')));
    this.#known.set(key, formula);
    return formula;
  }

  #cube(cube: CubeCode, key: string): Formula {
    const known = this.#cubes.get(key);
    if (known !== undefined) return known;
    const formula = cubeFormula(cube);
    this.#cubes.set(key, formula);
    return formula;
  }
}
