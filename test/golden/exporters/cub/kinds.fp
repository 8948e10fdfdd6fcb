// One thread among processes of two kinds; properties that name some of them twice.
shared int x = 0;
thread Owner { x = 1; Done: }
process Reader(me) { local int r = 0; r = x; End: }
process Writer(me) { x = 2; End: }
invariant forall a in Reader: forall b in Reader: a.r == b.r || a at End;
invariant forall a in Reader: Owner at Done || a.r != 1;
invariant x <= 2;
