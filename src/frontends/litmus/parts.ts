import { PrefixParser } from '../kit/longest-prefix.js';
import type { InitEntry, Instruction } from './ast.js';
import type { ReadOutcome } from './build.js';
import grammar from './generated/grammar.js';

export const initEntries = new PrefixParser<InitEntry>(grammar, 'initEntry');
export const instructions = new PrefixParser<Instruction>(grammar, 'instruction');
export const outcomes = new PrefixParser<ReadOutcome>(grammar, 'outcome');
