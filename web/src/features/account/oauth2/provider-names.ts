/** The services' own names, by kind. */
const brands: Readonly<Record<string, string>> = {
  apple: 'Apple',
  casdoor: 'Casdoor',
  discord: 'Discord',
  feishu: 'Feishu',
  gitee: 'Gitee',
  github: 'GitHub',
  gitlab: 'GitLab',
  google: 'Google',
  logto: 'Logto',
  microsoft: 'Microsoft',
  oidc: 'OpenID',
  qq: 'QQ',
};

/**
 * Name of a provider instance for people: the brand if the operator named it after its kind, else the operator's name.
 */
export function providerName({ instanceName, kind }: { readonly instanceName: string; readonly kind: string }): string {
  if (instanceName.toLowerCase() === kind) return brands[kind] ?? instanceName;
  const words = instanceName.replace(/[_-]+/g, ' ').trim();
  return brands[words.toLowerCase()] ?? (words.charAt(0).toUpperCase() + words.slice(1) || instanceName);
}
