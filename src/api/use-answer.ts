/** Reading through an endpoint, as a screen does it, and what a schema of the contract says about itself. */
import { type QueryKey, type UseQueryOptions, useQuery } from '@tanstack/react-query';
import type { Endpoint, ResponseOf, Schema } from '../../core/contract/kit';
import { useApi } from './api-context';
import type { Call } from './client';

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

/** A call without its signal. */
export type Told<E extends Endpoint> = Omit<Call<E>, 'signal'>;

/** What an endpoint answers, without its envelope; kept and asked again under `key`. */
export function useAnswer<E extends Endpoint, Shown = DataOf<E>>(
  endpoint: E,
  key: QueryKey,
  call: Told<E>,
  options: Omit<UseQueryOptions<DataOf<E>, Error, Shown>, 'queryKey' | 'queryFn'> = {},
) {
  const api = useApi();
  return useQuery({
    queryKey: key,
    // What is told is the call without its signal.
    queryFn: async ({ signal }) => dataOf<E>(await api.call(endpoint, { ...call, signal } as unknown as Call<E>)),
    ...options,
  });
}
