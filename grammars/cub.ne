# One declaration of a Cubicle system: src/frontends/cub/sections.ts cuts the token list before the words that begin one.
#
# A quantifier takes in all that follows it, so what ends with one (`open`) can only stand last: the names with _c are the
# closed formulas, which something may follow. `else` and `not` take in as little as they can.

@preprocessor typescript
@{%
import { lexer } from '../lexer.js';
import * as build from '../build.js';

type Post = NearleyRule['postprocess'];
const first: Post = ([node]) => node;
const second: Post = ([, node]) => node;
const none: Post = () => [];
const one: Post = ([node]) => [node];
const append: Post = ([list, , node]) => [...list, node];
const appendNext: Post = ([list, node]) => [...list, node];
const connective: Post = ([left, op, right]) => build.connective(op, left, right);
const arithmetic: Post = ([left, op, right]) => build.arithmetic(op, left, right);
const not: Post = ([token, arg]) => build.not(token, arg);
const branch: Post = ([token, cond, , then, , other]) => build.branch(token, cond, then, other);
%}
@lexer lexer

declaration -> procs {% first %} | type {% first %} | symbol {% first %} | predicate {% first %} | clause {% first %} | transition {% first %}

procs -> "number_procs" %integer       {% ([token, number]) => build.procs(token, number) %}

# ---- type t   type t = A | B ----
type -> "type" %word                   {% ([token, name]) => build.type(token, name, null) %}
      | "type" %word "=" constructors  {% ([token, name, , list]) => build.type(token, name, list) %}
      | "type" %word "=" "|" constructors {% ([token, name, , , list]) => build.type(token, name, list) %}
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
             {% ([token, name, , params, , , body, close]) => build.predicate(token, name, params, body, close) %}
parameters -> null                     {% none %}
            | types                    {% first %}

# ---- init (i) { ... }   unsafe (i j) { ... } ----
clause -> role variables "{" formula "}"  {% ([token, params, , body, close]) => build.clause(token, params, body, close) %}
role -> "init" {% first %} | "unsafe" {% first %} | "invariant" {% first %}
variables -> null                      {% none %}
           | "(" words ")"             {% second %}
words -> null                          {% none %}
       | words %word                   {% appendNext %}

# ---- transition t ([i] j) requires { ... } { ... } ----
transition -> "transition" anyWord "(" params ")" requires "{" updates "}" semicolons
              {% ([token, name, , params, , guard, , updates, close]) => build.transition(token, name, params, guard, updates, close) %}
anyWord -> %word {% first %} | %keyword {% first %}
params -> null                         {% none %}
        | params %word                 {% ([list, name]) => [...list, build.param(name, false)] %}
        | params "[" %word "]"         {% ([list, , name]) => [...list, build.param(name, true)] %}
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
assignment -> place ":=" value         {% ([target, , value]) => build.assignment(target, value) %}
            | place ":=" "case" cases  {% ([target, , , cases]) => build.choice(target, cases) %}
cases -> case                          {% one %}
       | cases case                    {% appendNext %}
case -> "|" formula ":" value          {% ([token, when, , value]) => build.oneCase(token, when, value) %}
      | "|" "_" ":" value              {% ([token, , , value]) => build.oneCase(token, null, value) %}
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
open -> quantifier binders "." formula {% ([token, names, , body]) => build.quantified(token, names, body) %}
      | "not" open                     {% not %}
      | "if" formula "then" formula "else" open {% branch %}
unary_c -> atom                        {% first %}
         | "not" unary_c               {% not %}
         | "if" formula "then" formula "else" unary_c {% branch %}
atom -> "true"                         {% ([token]) => build.truth(token, true) %}
      | "false"                        {% ([token]) => build.truth(token, false) %}
      | "(" formula ")"                {% second %}
      | "fence" "(" ")"                {% ([token, , close]) => build.fence(token, close) %}
      | %word "(" arguments ")"        {% ([name, , args, close]) => build.call(name, args, close) %}
      | sum comparison sum             {% ([left, op, right]) => build.compare(op, left, right) %}
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
factor -> "-" factor                   {% ([token, arg]) => build.negative(token, arg) %}
        | %integer                     {% ([token]) => build.integer(token) %}
        | %real                        {% ([token]) => build.real(token) %}
        | %fixed                       {% ([token]) => build.fixed(token) %}
        | place                        {% first %}
        | process "@" place            {% ([process, , place]) => build.view(process, place) %}
place -> %word                         {% ([name]) => build.name(name) %}
       | %word "[" processes "]"       {% ([name, , indices, close]) => build.cell(name, indices, close) %}
processes -> process                   {% one %}
           | processes "," process     {% append %}
process -> %word                       {% ([name]) => build.named(name) %}
         | %fixed                      {% ([token]) => build.fixed(token) %}
