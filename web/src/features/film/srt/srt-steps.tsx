import type { CreateRoomSrtAddressResponse } from '@matinee/contract/gen/api.ts';
import { useState } from 'react';
import { LarixCode, ProgramSteps, SecretCommand } from '../streams/program-steps.tsx';
import { srtCommand, srtLarixLink, withoutPassphrase } from './srt-addresses.ts';

const programs = ['obs', 'larix', 'ffmpeg'] as const;
type Program = (typeof programs)[number];

interface SrtStepsProps {
  readonly name: string;
  readonly made: CreateRoomSrtAddressResponse;
}

/** What to do in the program with which somebody sends by SRT. [WSR2] */
export function SrtSteps({ name, made: { srt_url: address, latency_ms: latencyMs } }: SrtStepsProps) {
  const [program, setProgram] = useState<Program>('obs');
  const shown = srtCommand(withoutPassphrase(address, '••••••'));
  return (
    <ProgramSteps namespace="srt" programs={programs} program={program} onChoose={setProgram}>
      {program === 'ffmpeg' && <SecretCommand namespace="srt" shown={shown} copied={srtCommand(address)} />}
      {program === 'larix' && <LarixCode namespace="srt" key={address} text={srtLarixLink(address, latencyMs, name)} />}
    </ProgramSteps>
  );
}
