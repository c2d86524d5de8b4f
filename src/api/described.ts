/** What a schema of the contract says about itself, for lists and forms that are made from it. */
import type { Endpoint, ResponseOf, Schema } from '../../core/contract/kit';

/** What an endpoint answers, without its envelope. */
export type DataOf<E extends Endpoint> = ResponseOf<E> extends { data: infer Data } ? Data : ResponseOf<E>;

/** The answer without its envelope. */
export const dataOf = <E extends Endpoint>(answer: ResponseOf<E>): DataOf<E> => {
  const whole = answer as { data?: unknown };
  return ('data' in whole ? whole.data : whole) as DataOf<E>;
};

/** Of a schema, as zod describes itself. */
export interface Described {
  _zod: {
    def: {
      type: string;
      format?: string;
      shape?: Record<string, Described>;
      entries?: Record<string, string>;
      innerType?: Described;
      in?: Described;
      out?: Described;
      element?: Described;
      defaultValue?: unknown;
      checks?: readonly { _zod: { def: { check: string; maximum?: number; value?: unknown } } }[];
    };
  };
}

/** The named parts of an object's schema; none of anything else. */
export const shapeIn = (schema: Schema | undefined): Readonly<Record<string, Described>> =>
  (schema as unknown as Described | undefined)?._zod.def.shape ?? {};
