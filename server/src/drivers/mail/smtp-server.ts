export interface Login {
  readonly username: string;
  readonly password: string;
}

/** A SOCKS5 proxy for connections to the SMTP server. */
export interface SocksProxy {
  readonly host: string;
  readonly port: number;
  readonly credentials?: Login | undefined;
}

/** Address and login of the SMTP server. */
export interface SmtpServer {
  readonly host: string;
  readonly port: number;
  /**
   * True: TLS is required, from the first byte on port 465 (RFC 8314), by STARTTLS (RFC 3207) on other ports. False: no
   * encryption.
   */
  readonly useTls: boolean;
  readonly credentials?: Login | undefined;
  readonly proxy?: SocksProxy | undefined;
}
