/** Voice to text, where the phone has it. The browser's engine listens; nothing is recorded or stored. */
import { useCallback, useEffect, useRef, useState } from 'react';

interface RecognitionEvent {
  resultIndex: number;
  results: ArrayLike<ArrayLike<{ transcript: string }> & { isFinal: boolean }>;
}
interface Recognition {
  lang: string;
  continuous: boolean;
  interimResults: boolean;
  onresult: ((event: RecognitionEvent) => void) | null;
  onend: (() => void) | null;
  onerror: ((event: { error: string }) => void) | null;
  start(): void;
  stop(): void;
}

function recognitionClass(): (new () => Recognition) | undefined {
  const scope = globalThis as {
    SpeechRecognition?: new () => Recognition;
    webkitSpeechRecognition?: new () => Recognition;
  };
  return scope.SpeechRecognition ?? scope.webkitSpeechRecognition;
}

/** Why nothing was heard, by the browser's own word for it; somebody who paused or stopped it knows. */
export const HEARING_WORDS = {
  'not-allowed': 'The microphone is not allowed. Allow it for this site in the browser’s settings, or type.',
  'service-not-allowed': 'This browser does not turn speech into text here. Type instead.',
  'audio-capture': 'No microphone was found. Type instead.',
  network: 'Speech needs a network on this phone. Type instead, or try again later.',
  'language-not-supported': 'This browser does not know this language. Type instead.',
  'no-speech': 'Nothing was heard. Speak again, or type.',
} as const;
export type HearingProblem = keyof typeof HEARING_WORDS;
const isKnown = (error: string): error is HearingProblem => error in HEARING_WORDS;

export interface Dictation {
  listening: boolean;
  /** Why it heard nothing the last time. */
  problem: HearingProblem | undefined;
  toggle: () => void;
}

/** Undefined where the browser has none. `onText` gets each finished phrase. */
export function useDictation(onText: (phrase: string) => void): Dictation | undefined {
  const [listening, setListening] = useState(false);
  const [problem, setProblem] = useState<HearingProblem>();
  const running = useRef<Recognition>(undefined);
  const heard = useRef(onText);
  heard.current = onText;
  useEffect(() => () => running.current?.stop(), []);
  const toggle = useCallback(() => {
    if (running.current) {
      running.current.stop();
      return;
    }
    const Class = recognitionClass();
    if (!Class) return;
    const recognition = new Class();
    recognition.lang = navigator.language || 'en-IN';
    recognition.continuous = true;
    recognition.interimResults = false;
    recognition.onresult = (event) => {
      for (let at = event.resultIndex; at < event.results.length; at += 1) {
        const result = event.results[at];
        const phrase = result?.isFinal ? result[0]?.transcript.trim() : '';
        if (phrase) heard.current(phrase);
      }
    };
    const end = () => {
      running.current = undefined;
      setListening(false);
    };
    recognition.onend = end;
    const fail = (error: string) => {
      end();
      if (error !== 'aborted') setProblem(isKnown(error) ? error : 'service-not-allowed');
    };
    recognition.onerror = ({ error }) => fail(error);
    running.current = recognition;
    setProblem(undefined);
    setListening(true);
    try {
      recognition.start();
    } catch (error) {
      fail(error instanceof DOMException && error.name === 'NotAllowedError' ? 'not-allowed' : 'service-not-allowed');
    }
  }, []);
  return recognitionClass() ? { listening, problem, toggle } : undefined;
}
