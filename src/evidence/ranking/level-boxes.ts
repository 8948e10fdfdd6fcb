import type { RankLevel, RunRanking } from '../../lang/run/run-ranking.js';
import type { StateBox } from '../../lang/run/state-cover.js';
import type { WaitingNumbers } from '../../lang/run/waiting-numbers.js';
import { at } from '../../support/invariant.js';
import { renumbered } from '../cover/check-cover.js';
import type { Coordinates } from '../cover/coordinates.js';
import { CoverIndex } from '../cover/cover-index.js';
import type { ViolationAutomaton } from './violation-automaton.js';

type Regions = RankLevel['regions'];

/** Which states beside a state of the automaton are in a level, or a lower one. */
export interface LevelBoxes {
  /** What of the box is in no level up to this one. */
  missing(box: StateBox, state: number, level: number): readonly StateBox[];
  /** With the numbers that buffers have here. */
  renumbered(regions: Regions): Regions;
}

export function levelsOf(
  { levels, waiting }: RunRanking,
  { transitions }: ViolationAutomaton,
  {
    coordinates,
    words,
    watch,
  }: { readonly coordinates: Coordinates; readonly words: WaitingNumbers; readonly watch: () => void },
): LevelBoxes {
  const told = (regions: Regions): Regions => {
    const parts = renumbered({ parts: regions.map(({ boxes }) => boxes), waiting }, words, coordinates);
    return regions.map(({ state }, i) => ({ state, boxes: at(parts, i) }));
  };
  const all = levels.map(({ regions }) => told(regions));
  const indices = transitions.map((_, state) => {
    const boxes: StateBox[] = [];
    // How many boxes there are up to each level.
    const ends = all.map((regions) => {
      for (const region of regions)
        if (region.state === state) for (const box of region.boxes) boxes.push(box);
      return boxes.length;
    });
    return { ends, index: new CoverIndex(boxes, coordinates.count, watch) };
  });
  return {
    missing: (box, state, level) => {
      const { ends, index } = at(indices, state);
      return level < 0 ? [box] : index.missing(box, at(ends, level));
    },
    renumbered: told,
  };
}
