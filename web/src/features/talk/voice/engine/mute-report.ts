import type { RoomCommand } from '../../../../client/room/commands.ts';

/** Reports to the server whether this page can be heard. */
export interface MuteReport {
  /** This page has a place, and the server has `told` as its state. */
  begin(told: boolean): void;
  /** Reports the current state. */
  tell(isSilent: boolean): void;
  /** The place is released: any further report would request another one. */
  end(): void;
}

/** Makes the report. It sends one message at a time, so that several quick presses make one report. [WVO24] */
export function makeMuteReport(command: (command: RoomCommand) => Promise<void>): MuteReport {
  let stay: { told: boolean; wanted: boolean; isTelling: boolean } | undefined;

  async function run(mine: NonNullable<typeof stay>): Promise<void> {
    if (mine.isTelling) return;
    mine.isTelling = true;
    while (mine === stay && mine.told !== mine.wanted) {
      const muted = mine.wanted;
      try {
        await command({ webrtc_voice_join: { muted } });
        mine.told = muted;
      } catch {
        // The next change tries again, and so does the next connection.
        break;
      }
    }
    mine.isTelling = false;
  }

  return {
    begin(told) {
      stay = { told, wanted: told, isTelling: false };
    },
    tell(isSilent) {
      if (stay === undefined) return;
      stay.wanted = isSilent;
      void run(stay);
    },
    end() {
      stay = undefined;
    },
  };
}
