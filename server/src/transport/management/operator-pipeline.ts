import type { Pipeline, Principal } from '../../kernel/call.ts';

const operator: Principal = { kind: 'operator' };

/**
 * The same pipeline, where every call has the operator as its caller, because every client of the management endpoint
 * is the operator. [MG1]
 */
export function operatorPipeline(pipeline: Pipeline): Pipeline {
  return {
    methods: pipeline.methods,
    unary: (method, incoming) => pipeline.unary(method, { ...incoming, principal: operator }),
    stream: (method, incoming) => pipeline.stream(method, { ...incoming, principal: operator }),
    open: (method, incoming) => pipeline.open(method, { ...incoming, principal: operator }),
  };
}
