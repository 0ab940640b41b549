import type { CDPSession, Page } from 'playwright-core';

/** A store of passkeys in the device, with a lock that opens by itself. */
export interface VirtualAuthenticator {
  readonly id: string;
  /** For commands of Chromium's domain `WebAuthn`. */
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
