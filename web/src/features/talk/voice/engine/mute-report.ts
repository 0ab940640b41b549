import type { RoomCommand } from '../../../../client/room/commands.ts';

/** Tells the server whether anybody hears this page. */
export interface MuteReport {
  /** This page has a place, and `told` is what the server knows. */
  begin(told: boolean): void;
  /** It is so now. */
  tell(isSilent: boolean): void;
  /** The place is given back: whatever would be told now would ask for another one. */
  end(): void;
}

/** Makes it. One message at a time: somebody who presses quickly is told of once. [WVO24] */
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
        // The next change tells it again, and so does the next connection.
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
