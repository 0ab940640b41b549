export interface Login {
  readonly username: string;
  readonly password: string;
}

/** A SOCKS5 proxy that SMTP goes through. */
export interface SocksProxy {
  readonly host: string;
  readonly port: number;
  readonly credentials?: Login | undefined;
}

/** How the SMTP server is reached. */
export interface SmtpServer {
  readonly host: string;
  readonly port: number;
  /** True: encrypted or not at all, from the first byte at port 465 (RFC 8314), by STARTTLS (RFC 3207) at others. False: in clear. */
  readonly useTls: boolean;
  readonly credentials?: Login | undefined;
  readonly proxy?: SocksProxy | undefined;
}
