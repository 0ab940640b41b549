import type { CDPSession, Page } from 'playwright-core';

/** A place for passkeys that is part of the device, with a lock that opens by itself. */
export interface VirtualAuthenticator {
  readonly id: string;
  /** For what Chromium's domain `WebAuthn` can do with it. */
  readonly cdp: CDPSession;
}

/** Gives the browser of `page` an authenticator, so that the page creates and uses passkeys without a person. */
export async function addAuthenticator(page: Page): Promise<VirtualAuthenticator> {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('WebAuthn.enable');
  const { authenticatorId } = await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return { id: authenticatorId, cdp };
}
