/** The server's figures of the day as a screen reads them; asked for anew when the screen opens. */
import { useEffect, useState } from 'react';
import type { PhoneRules } from '../../../../core/contract/contact';
import { phoneContact } from '../../../offline/contact-facts';
import { type DayFacts, type DayFactsHere, dayFacts } from '../../../offline/day-facts';
import { useReadyEngine } from '../../session';

export interface Day {
  facts: DayFacts;
  here: DayFactsHere;
}

/** Undefined while the phone's storage is read, and where it cannot be read. */
export function useDayFacts(): Day | undefined {
  const engine = useReadyEngine();
  const [day, setDay] = useState<Day>();
  useEffect(() => {
    let stop: (() => void) | undefined;
    let gone = false;
    dayFacts(engine).then(
      (facts) => {
        if (gone) return;
        const tell = () => setDay({ facts, here: facts.get() });
        tell();
        stop = facts.subscribe(tell);
        void facts.refresh();
      },
      // Everything else of the day goes on without them.
      () => undefined,
    );
    return () => {
      gone = true;
      stop?.();
    };
  }, [engine]);
  return day;
}

/** The agent's certificate as the newest rules on this phone say; undefined before they came once. */
export function useCertificate(): PhoneRules['agent'] | undefined {
  const engine = useReadyEngine();
  const [agent, setAgent] = useState<PhoneRules['agent']>();
  useEffect(() => {
    let stop: (() => void) | undefined;
    let gone = false;
    phoneContact(engine).then(
      (contact) => {
        if (gone) return;
        const tell = () => setAgent(contact.get().rules?.agent);
        tell();
        stop = contact.subscribe(tell);
      },
      () => undefined,
    );
    return () => {
      gone = true;
      stop?.();
    };
  }, [engine]);
  return agent;
}
