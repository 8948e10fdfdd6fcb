# The native language, one top-level item at a time: src/frontends/fp/syntax.ts cuts the file into items and recovers
# from errors. The grammar is unambiguous and left-recursive. What it does not forbid (an `->` in a statement, a label
# before a declaration) the checker reports in better words.

@preprocessor typescript
@{%
import { lexer } from '../lexer.js';
import { chain } from '../../kit/growing-list.js';
import { wordOf } from '../../kit/token.js';
import * as build from '../build.js';

type Post = NearleyRule['postprocess'];
const single = build.lone(0);
const comma: Post = ([items, , item]) => chain(items, item);
const more: Post = ([items, item]) => chain(items, item);
const unary: Post = ([op, arg]) => build.unary(op, arg);
const binary: Post = ([left, op, right]) => build.binary(left, op, right);
%}
@lexer lexer

item -> constant      {% build.only %}
      | shared        {% build.only %}
      | thread        {% build.only %}
      | property      {% build.only %}
      | predicates    {% build.only %}

@include "fp-declarations.ne"
@include "fp-statements.ne"
@include "fp-expressions.ne"
