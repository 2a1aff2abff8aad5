import release from '../../../../package.json' with { type: 'json' }

/** The version of this release, as CHANGELOG.md dates it. */
export const { version } = release
