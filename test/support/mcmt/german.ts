/** German's protocol without data: a directory, three channels for each client. `grant` is what a client with the line gives back. */
export const german = (exclusive: string): string => `
  type state = Invalid | Shared | Exclusive
  type request = None | WantShared | WantExclusive
  type answer = Nothing | Invalidate | GrantShared | GrantExclusive
  var Granted : bool
  var Command : request
  var Client : proc
  array Wish[proc] : request
  array Told[proc] : answer
  array Acked[proc] : bool
  array Cache[proc] : state
  array Sharer[proc] : bool
  array Pending[proc] : bool
  init (p) { Wish[p] = None && Told[p] = Nothing && Acked[p] = False && Cache[p] = Invalid && Sharer[p] = False &&
    Pending[p] = False && Command = None && Granted = False }
  unsafe (p q) { Cache[p] = Exclusive && Cache[q] <> Invalid }
  transition wish_shared (p) requires { Wish[p] = None && Cache[p] = Invalid } { Wish[p] := WantShared }
  transition wish_exclusive (p) requires { Wish[p] = None && Cache[p] <> Exclusive } { Wish[p] := WantExclusive }
  transition take (p) requires { Command = None && Wish[p] <> None }
    { Command := Wish[p]; Client := p; Wish[p] := None; Pending[q] := case | _ : Sharer[q] }
  transition invalidate (p) requires { Told[p] = Nothing && Pending[p] = True && Command = WantExclusive }
    { Told[p] := Invalidate; Pending[p] := False }
  transition invalidate_owner (p) requires { Told[p] = Nothing && Pending[p] = True && Command = WantShared && Granted = True }
    { Told[p] := Invalidate; Pending[p] := False }
  transition obey (p) requires { Told[p] = Invalidate && Acked[p] = False }
    { Told[p] := Nothing; Acked[p] := True; Cache[p] := Invalid }
  transition hear (p) requires { Acked[p] = True && Command <> None }
    { Acked[p] := False; Sharer[p] := False; Granted := False }
  transition grant_shared (p) requires { Command = WantShared && Client = p && Told[p] = Nothing && Granted = False }
    { Told[p] := GrantShared; Sharer[p] := True; Command := None }
  transition grant_exclusive (p) requires { Command = WantExclusive && Client = p && Told[p] = Nothing && Granted = False
    ${exclusive} }
    { Told[p] := GrantExclusive; Sharer[p] := True; Command := None; Granted := True }
  transition get_shared (p) requires { Told[p] = GrantShared } { Cache[p] := Shared; Told[p] := Nothing }
  transition get_exclusive (p) requires { Told[p] = GrantExclusive } { Cache[p] := Exclusive; Told[p] := Nothing }`;

/** What the guard of an exclusive grant asks for. */
export const noSharer = '&& Sharer[p] = False && forall_other q. Sharer[q] = False';
