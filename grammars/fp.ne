# The native language, one top-level item at a time: src/frontends/fp/syntax.ts cuts the file into items and recovers
# from errors. The grammar is unambiguous and left-recursive. What it does not forbid (an `->` in a statement, a label
# before a declaration) the checker reports in better words.

@preprocessor typescript
@{%
import { lexer } from '../lexer.js';
import { chain, listed } from '../../kit/growing-list.js';
import { wordOf } from '../../kit/token.js';
import { spanning } from '../../../diagnostics/span.js';
import type { FieldsAst, InitAst, MemberAst, ParameterAst, VariableAst } from '../ast.js';
import * as build from '../build.js';

type Post = NearleyRule['postprocess'];
const only: Post = ([node]) => node;
const nothing: Post = () => null;
const single: Post = ([item]) => chain(null, item);
const comma: Post = ([items, , item]) => chain(items, item);
const more: Post = ([items, item]) => chain(items, item);
const unary: Post = ([op, arg]) => build.expr(op, arg, { kind: 'unary', op: op.value, arg });
const binary: Post = ([left, op, right]) => build.expr(left, right, { kind: 'binary', op: op.value, left, right });
%}
@lexer lexer

item -> constant      {% only %}
      | shared        {% only %}
      | thread        {% only %}
      | property      {% only %}
      | predicates    {% only %}
      | enumeration   {% only %}
      | structure     {% only %}
      | procedure     {% only %}
      | inclusion     {% only %}

@include "fp-declarations.ne"
@include "fp-statements.ne"
@include "fp-expressions.ne"
