# One declaration of a Cubicle system: src/frontends/cub/sections.ts cuts the token list before the words that begin one.
#
# A quantifier takes in all that follows it, so what ends with one (`open`) can only stand last: the names with _c are the
# closed formulas, which something may follow. `else` and `not` take in as little as they can.

@preprocessor typescript
@{%
import { lexer } from '../lexer.js';
import { spanning } from '../../../diagnostics/span.js';
import { wordOf } from '../../kit/token.js';
import type { Token } from '../../kit/token.js';
import type { CubAssignment, CubCase, CubExpr, CubValue, Param } from '../ast.js';
import * as build from '../build.js';

type Post = NearleyRule['postprocess'];
const first: Post = ([node]) => node;
const second: Post = ([, node]) => node;
const none: Post = () => [];
const one: Post = ([node]) => [node];
const append: Post = ([list, , node]) => [...list, node];
const appendNext: Post = ([list, node]) => [...list, node];
const connective: Post = ([left, op, right]) => build.expr(left, right, { kind: 'connective', op: op.value, left, right });
const arithmetic: Post = ([left, op, right]) => build.term(left, right, { kind: 'arithmetic', op: op.value, left, right });
const not: Post = ([token, arg]) => build.expr(token, arg, { kind: 'not', arg });
const branch: Post = ([token, cond, , then, , other]) => build.expr(token, other, { kind: 'if', cond, then, else: other });
const param = (name: Token, actor: boolean): Param => ({ name: wordOf(name), actor });
const declared = (first: Token, name: Token, constructors: readonly Token[] | null) =>
  build.declaration(first, name, { kind: 'type', name: wordOf(name), constructors: constructors?.map(wordOf) ?? null });
const oneCase = (token: Token, when: CubExpr | null, value: CubValue): CubCase =>
  spanning(token, value ?? when ?? token, { when, value });
%}
@lexer lexer

declaration -> procs {% first %} | type {% first %} | symbol {% first %} | predicate {% first %} | clause {% first %} | transition {% first %}

procs -> "number_procs" %integer       {% ([token, number]) => build.declaration(token, number, { kind: 'number_procs', number: BigInt(number.value) }) %}

# ---- type t   type t = A | B ----
type -> "type" %word                   {% ([token, name]) => declared(token, name, null) %}
      | "type" %word "=" constructors  {% ([token, name, , list]) => declared(token, name, list) %}
      | "type" %word "=" "|" constructors {% ([token, name, , , list]) => declared(token, name, list) %}
constructors -> %word                  {% one %}
              | constructors "|" %word {% append %}

# ---- var X : t   weak array A[proc] : t   const C : int ----
symbol -> variable                     {% first %}
        | "weak" variable              {% ([token, symbol]) => build.weak(token, symbol) %}
        | "const" %word ":" %word      {% ([token, name, , type]) => build.symbol(token, name, [], type) %}
        | "const" %word "[" types "]" ":" %word {% ([token, name, , list, , , type]) => build.symbol(token, name, list, type) %}
variable -> "var" %word ":" %word      {% ([token, name, , type]) => build.symbol(token, name, [], type) %}
          | "array" %word "[" types "]" ":" %word {% ([token, name, , list, , , type]) => build.symbol(token, name, list, type) %}
types -> %word                         {% one %}
       | types "," %word               {% append %}

# ---- predicate p(i, j) { ... } ----
predicate -> "predicate" %word "(" parameters ")" "{" formula "}"
             {% ([token, name, , params, , , body, close]) => build.declaration(token, close, { kind: 'predicate', name: wordOf(name), params: params.map(wordOf), body }) %}
parameters -> null                     {% none %}
            | types                    {% first %}

# ---- init (i) { ... }   unsafe (i j) { ... } ----
clause -> role variables "{" formula "}"  {% ([token, params, , body, close]) => build.declaration(token, close, { kind: 'clause', role: token.value, params: params.map(wordOf), body }) %}
role -> "init" {% first %} | "unsafe" {% first %} | "invariant" {% first %}
variables -> null                      {% none %}
           | "(" words ")"             {% second %}
words -> null                          {% none %}
       | words %word                   {% appendNext %}

# ---- transition t ([i] j) requires { ... } { ... } ----
transition -> "transition" anyWord "(" params ")" requires "{" updates "}" semicolons
              {% ([token, name, , params, , guard, , updates, close]) => build.declaration(token, close, { kind: 'transition', name: wordOf(name), params, guard, assignments: updates }) %}
anyWord -> %word {% first %} | %keyword {% first %}
params -> null                         {% none %}
        | params %word                 {% ([list, name]) => [...list, param(name, false)] %}
        | params "[" %word "]"         {% ([list, , name]) => [...list, param(name, true)] %}
requires -> null                       {% () => null %}
          | "requires" "{" formula "}" {% ([, , formula]) => formula %}
semicolons -> null                     {% () => null %}
            | semicolons ";"           {% () => null %}
updates -> semicolons                  {% none %}
         | semicolons assignments semicolons {% second %}
assignments -> assignment              {% one %}
             | assignments separator assignment {% append %}
separator -> ";"                       {% () => null %}
           | separator ";"             {% () => null %}
assignment -> place ":=" value         {% ([target, , value]): CubAssignment => spanning(target, value ?? target, { target, value: { kind: 'value', value } }) %}
            | place ":=" "case" cases  {% ([target, , , cases]): CubAssignment => ({ target, value: { kind: 'case', cases }, span: target.span }) %}
cases -> case                          {% one %}
       | cases case                    {% appendNext %}
case -> "|" formula ":" value          {% ([token, when, , value]) => oneCase(token, when, value) %}
      | "|" "_" ":" value              {% ([token, , , value]) => oneCase(token, null, value) %}
value -> sum                           {% first %}
       | "."                           {% () => null %}
       | "?"                           {% () => null %}

# ---- formulas ----
formula -> disjunction                 {% first %}
         | disjunction_c "=>" formula  {% connective %}
         | disjunction_c "<=>" formula {% connective %}
disjunction -> conjunction             {% first %}
             | disjunction_c "||" conjunction {% connective %}
disjunction_c -> conjunction_c         {% first %}
               | disjunction_c "||" conjunction_c {% connective %}
conjunction -> unary_c                 {% first %}
             | open                    {% first %}
             | conjunction_c "&&" unary_c {% connective %}
             | conjunction_c "&&" open {% connective %}
conjunction_c -> unary_c               {% first %}
               | conjunction_c "&&" unary_c {% connective %}
open -> quantifier binders "." formula {% ([token, names, , body]) => build.expr(token, body, { kind: 'quantified', quantifier: token.value, names: names.map(wordOf), body }) %}
      | "not" open                     {% not %}
      | "if" formula "then" formula "else" open {% branch %}
unary_c -> atom                        {% first %}
         | "not" unary_c               {% not %}
         | "if" formula "then" formula "else" unary_c {% branch %}
atom -> "true"                         {% ([token]) => build.expr(token, token, { kind: 'truth', value: true }) %}
      | "false"                        {% ([token]) => build.expr(token, token, { kind: 'truth', value: false }) %}
      | "(" formula ")"                {% second %}
      | "fence" "(" ")"                {% ([token, , close]) => build.expr(token, close, { kind: 'fence' }) %}
      | %word "(" arguments ")"        {% ([name, , args, close]) => build.expr(name, close, { kind: 'call', name: wordOf(name), args }) %}
      | sum comparison sum             {% ([left, op, right]) => build.expr(left, right, { kind: 'compare', op: op.value, left, right }) %}
comparison -> "=" {% first %} | "<>" {% first %} | "<" {% first %} | "<=" {% first %} | ">" {% first %} | ">=" {% first %}
quantifier -> "forall" {% first %} | "exists" {% first %} | "forall_other" {% first %} | "exists_other" {% first %}
binders -> %word                       {% one %}
         | binders "<>" %word          {% append %}
arguments -> null                      {% none %}
           | processes                 {% first %}

# ---- terms ----
sum -> product                         {% first %}
     | sum "+" product                 {% arithmetic %}
     | sum "-" product                 {% arithmetic %}
product -> factor                      {% first %}
         | product "*" factor          {% arithmetic %}
factor -> "-" factor                   {% ([token, arg]) => build.term(token, arg, { kind: 'negative', arg }) %}
        | %integer                     {% ([token]) => build.term(token, token, { kind: 'number', numerator: BigInt(token.value), denominator: 1n, real: false }) %}
        | %real                        {% ([token]) => build.real(token) %}
        | %fixed                       {% ([token]) => build.process(token, { kind: 'fixed', number: Number(token.value.slice(1)) }) %}
        | place                        {% first %}
        | process "@" place            {% ([process, , place]) => build.term(process, place, { kind: 'view', process, place }) %}
place -> %word                         {% ([name]) => build.place(name, name, { kind: 'name', name: wordOf(name) }) %}
       | %word "[" processes "]"       {% ([name, , indices, close]) => build.place(name, close, { kind: 'cell', name: wordOf(name), indices }) %}
processes -> process                   {% one %}
           | processes "," process     {% append %}
process -> %word                       {% ([name]) => build.process(name, { kind: 'named', name: wordOf(name) }) %}
         | %fixed                      {% ([token]) => build.process(token, { kind: 'fixed', number: Number(token.value.slice(1)) }) %}
