/** A person with an account. */
export interface TestUser {
  readonly id: string;
  readonly username: string;
  readonly token: string;
  readonly refreshToken: string;
}
