/** What a check of evidence came to. */
export interface ReplayReport {
  readonly accepted: boolean;
  readonly obligations: number;
  readonly held: number;
  /** Why it is rejected: a clause. */
  readonly reason: string | null;
  /** What it shows: a clause. */
  readonly shows: string;
}
