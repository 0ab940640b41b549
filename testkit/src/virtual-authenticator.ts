import type { CDPSession, Page } from 'playwright-core';

/** A passkey store in the device, with a lock that opens automatically. */
export interface VirtualAuthenticator {
  readonly id: string;
  /** For commands of Chromium's domain `WebAuthn`. */
  readonly cdp: CDPSession;
}

/** Adds an authenticator to the browser of `page`, so that the page creates and uses passkeys without a person. */
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
