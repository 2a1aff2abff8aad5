import type { BareCommand, WithDatabase } from '#server/admin/command.ts'
import { CommandError, readWords } from '#server/admin/command.ts'
import { checkDataFolder, checkFiles } from '#server/admin/existing.ts'
import { copyStored } from '#server/platform/backup/parts.ts'
import { connectPatiently } from '#server/platform/database/connect.ts'
import { isAnyServerRunning } from '#server/platform/database/topology/presence.ts'
import type { FileSettings } from '#server/platform/files/open-files.ts'
import { openFiles } from '#server/platform/files/open-files.ts'
import { s3Address } from '#server/platform/files/s3/address.ts'
import type { FileStore, StoredName } from '#server/platform/files/store.ts'
import { identityOf, MOVED } from '#server/platform/installation/identity.ts'
import type { Mark } from '#server/platform/installation/mark.ts'

const form = {
  usage: 'files move <s3://bucket/prefix | folder> [--switch]',
  words: [2, 2] as [number, number],
  options: { switch: { type: 'boolean' } } as const,
}

const unpaced = async () => {}

/** Copies what `to` lacks. @returns how many files were copied, and those that `from` has lost */
async function copyMissing(from: FileStore, to: FileStore, files: readonly StoredName[]) {
  let copied = 0
  const damaged: string[] = []
  for (const file of files) {
    if ((await to.check(file.sha256, file.size, unpaced)) === 'whole') continue
    if (await copyStored(from, to, file)) copied++
    else damaged.push(file.sha256)
  }
  await to.settle()
  return { copied, damaged }
}

async function filesOf(withDatabase: WithDatabase): Promise<{ id: string; files: StoredName[]; served: boolean }> {
  return withDatabase(async connection => {
    const { db } = connectPatiently(connection)
    try {
      const known = await identityOf(db)
      if (!known) throw new CommandError('The portal has not started with this database yet.')
      const files = await db.selectFrom('stored_file').select(['sha256', 'size']).orderBy('sha256').execute()
      return { id: known.id, files, served: await isAnyServerRunning(connection) }
    } finally {
      await db.destroy()
    }
  })
}

/**
 * Copies the stored files to a bucket (or back to a folder) and verifies each; it can run while the portal serves, and
 * again. With `--switch`, while no server runs, it copies the rest and marks the old place: no server uses it again.
 */
export const files: BareCommand = {
  ...form,
  bare: true,
  async run(settings, withDatabase, given) {
    const {
      words: [word, place = ''],
      options,
    } = readWords(form, given)
    if (word !== 'move') throw new CommandError(`Usage: npm run admin -- ${form.usage}`)
    const target = targetOf(settings, place)
    checkDataFolder(settings)
    await withDatabase(connection => checkFiles(connection, settings))
    const { id, files, served } = await filesOf(withDatabase)
    if (options.switch && served) {
      throw new CommandError('A server is running. Stop all servers, then run the command with --switch again.')
    }
    const [from, to] = [await openFiles(settings), await openFiles(target)]
    try {
      await refuseOther(to.mark, id)
      const { copied, damaged } = await copyMissing(await from.store(), await to.store(), files)
      if (damaged.length > 0) {
        throw new CommandError(
          `${copied} files copied. Missing or damaged where they are now, and so not copied:\n${damaged.join('\n')}`,
        )
      }
      const sum = `${copied} files copied, ${files.length} verified in ${to.mark.where}.`
      if (!options.switch) return `${sum} To switch over, stop all servers and run the command with --switch.`
      // The new place first: until then only the old one can be served.
      await to.mark.replace(id)
      await from.mark.replace(`${MOVED}${place}`)
      return `${sum} Set FILES_URL=${target.filesUrl ? place : ''} on each server, then start them. ${from.mark.where} is no longer used.`
    } finally {
      from.close()
      to.close()
    }
  },
}

/** @throws CommandError when the place holds the files of another installation */
async function refuseOther(mark: Mark, id: string): Promise<void> {
  const found = await mark.read()
  if (found === null || found === id || found.startsWith(MOVED)) return
  throw new CommandError(`${mark.where} belongs to another installation. Nothing was copied.`)
}

/** @throws CommandError when it is neither a bucket nor the folder of DATA_DIR, or already in use */
function targetOf({ dataDir, filesUrl }: FileSettings, place: string): FileSettings {
  if (place === 'folder') {
    if (filesUrl) return { dataDir, filesUrl: null }
    throw new CommandError('The files are in the folder DATA_DIR/files already.')
  }
  const address = s3Address(place)
  if (!address)
    throw new CommandError(`Not a bucket: ${place}. Write s3://bucket/prefix, or "folder" for DATA_DIR/files.`)
  if (filesUrl?.bucket === address.bucket && filesUrl.prefix === address.prefix) {
    throw new CommandError('The files are in that bucket already.')
  }
  return { dataDir, filesUrl: address }
}
