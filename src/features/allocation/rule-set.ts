/** What a screen of an ordered, versioned list of rules asks the server, whichever rules they are. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type Api, OWN_WORDS, useApi } from '../../api';

export interface KeptRule {
  id: string;
  name: string;
  active: boolean;
}
export interface KeptSet<R extends KeptRule> {
  /** 0 before anything was saved. */
  version: number;
  rules: R[];
  savedBy: string | null;
  savedAt: string | null;
}
interface Version {
  version: number;
  /** How many there were. */
  rules: number;
  savedBy: string | null;
  savedAt: string;
}

export function ruleSetHooks<R extends KeptRule, S extends KeptSet<R>>(
  key: string,
  ask: {
    /** The newest when no version is named. */
    rules: (api: Api, version?: number, signal?: AbortSignal) => Promise<S>;
    versions: (api: Api, signal: AbortSignal) => Promise<Version[]>;
    save: (api: Api, body: { version: number; rules: R[] }) => Promise<S>;
  },
) {
  return {
    useRules() {
      const api = useApi();
      return useQuery({ queryKey: [key, 'rules'], queryFn: ({ signal }) => ask.rules(api, undefined, signal) });
    },
    useVersions() {
      const api = useApi();
      return useQuery({ queryKey: [key, 'versions'], queryFn: ({ signal }) => ask.versions(api, signal) });
    },
    /** The rules of an earlier version, to start from again. */
    useEarlier() {
      const api = useApi();
      return useMutation({
        meta: OWN_WORDS,
        mutationFn: async (version: number) => (await ask.rules(api, version)).rules,
      });
    },
    useSave() {
      const api = useApi();
      const client = useQueryClient();
      return useMutation({
        meta: OWN_WORDS,
        mutationFn: (body: { version: number; rules: R[] }) => ask.save(api, body),
        onSuccess: async (saved) => {
          client.setQueryData([key, 'rules'], saved);
          await client.invalidateQueries({ queryKey: [key, 'versions'] });
        },
      });
    },
  };
}
export type RuleSetHooks<R extends KeptRule, S extends KeptSet<R>> = ReturnType<typeof ruleSetHooks<R, S>>;
