# Expressions and formulas, weakest operator first. The tokens %prefixop and %infixop (G F X, U R W) occur in the
# formula of an ltl property only; elsewhere those letters are ordinary names.

@lexer lexer

expression -> "forall" binders "in" word ":" expression
              {% ([first, binders, , thread, , body]) => build.forall(first, binders, thread, body) %}
            | implication                          {% build.only %}

binders -> word                                    {% single %}
         | binders "!=" word                       {% comma %}

implication -> disjunction                         {% build.only %}
             | disjunction "->" expression         {% binary %}

disjunction -> conjunction                         {% build.only %}
             | disjunction "||" conjunction        {% binary %}

conjunction -> until                               {% build.only %}
             | conjunction "&&" until              {% binary %}

until -> temporal                                  {% build.only %}
       | temporal %infixop until                   {% binary %}

# `G x == 0` is G of the comparison, and so is the G of `!G x == 0`.
temporal -> bitor                                  {% build.only %}
          | prefixed                               {% build.only %}
prefixed -> %prefixop temporal                     {% unary %}
          | "!" prefixed                           {% unary %}

bitor -> bitxor                                    {% build.only %}
       | bitor "|" bitxor                          {% binary %}

bitxor -> bitand                                   {% build.only %}
        | bitxor "^" bitand                        {% binary %}

bitand -> equality                                 {% build.only %}
        | bitand "&" equality                      {% binary %}

equality -> relation                               {% build.only %}
          | equality "==" relation                 {% binary %}
          | equality "!=" relation                 {% binary %}

relation -> shift                                  {% build.only %}
          | relation "<" shift                     {% binary %}
          | relation "<=" shift                    {% binary %}
          | relation ">" shift                     {% binary %}
          | relation ">=" shift                    {% binary %}

shift -> sum                                       {% build.only %}
       | shift "<<" sum                            {% binary %}
       | shift ">>" sum                            {% binary %}

sum -> product                                     {% build.only %}
     | sum "+" product                             {% binary %}
     | sum "-" product                             {% binary %}

product -> unary                                   {% build.only %}
         | product "*" unary                       {% binary %}
         | product "/" unary                       {% binary %}
         | product "%" unary                       {% binary %}

unary -> primary                                   {% build.only %}
       | "!" unary                                 {% unary %}
       | "-" unary                                 {% unary %}

primary -> %number                                 {% ([token]) => build.number(token) %}
         | "true"                                  {% ([token]) => build.bool(token, true) %}
         | "false"                                 {% ([token]) => build.bool(token, false) %}
         | "int" "(" expression ")"                {% ([token, , inner, last]) => build.toInt(token, inner, last) %}
         | "(" expression ")"                      {% ([first, inner, last]) => build.paren(first, inner, last) %}
         | %name                                   {% ([token]) => build.name(wordOf(token)) %}
         | %name "[" expression "]"                {% ([token, , index, last]) => build.cell(wordOf(token), index, last) %}
         | instance "." word                       {% ([instance, , name]) => build.member(instance, name) %}
         | instance "at" word                      {% ([instance, , label]) => build.at(instance, label) %}

instance -> word                                   {% ([name]) => build.instance(name, null, name) %}
          | word "(" expression ")"                {% ([name, , index, last]) => build.instance(name, index, last) %}

word -> %name         {% ([token]) => wordOf(token) %}
      | %prefixop     {% ([token]) => wordOf(token) %}
      | %infixop      {% ([token]) => wordOf(token) %}
