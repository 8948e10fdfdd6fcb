/** A step back that the depth-first search takes under TSO can be taken in very many ways, and for long none of them leads to a cube. */
export const manyWays = `
  type loc = L0 | L1 | L2 | L3
  type data = D0 | D1 | D2
  array PC[proc] : loc
  weak array X[proc,proc] : data
  weak array Y[proc] : bool
  init (i) { PC[i] = L0 && X[i,i] = D0 && Y[i] = False }
  unsafe (i j) { PC[i] = L3 && PC[j] = L2 && i @ X[#1,j] = D1 && j @ X[#2,#1] = D1 }
  transition t ([i])
  requires { PC[i] = L1 && forall_other k. (X[i,k] = X[#1,#2] || X[#1,k] = D0) }
  { PC[i] := L2;
    X[k,l] := case | X[i,l] <> D1 : ? | X[k,i] = D2 : D1;
    Y[k] := case | X[k,i] <> X[#1,#1] : Y[#1] | k = #1 : Y[i] }
`;
