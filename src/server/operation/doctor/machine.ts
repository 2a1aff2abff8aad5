/** What a machine must have: programs, folders, room and time. */
import { existsSync, readFileSync } from 'node:fs'
import { rm, stat, statfs, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { onlyOf } from '#domain/values/certain.ts'
import type { Check, Finding, Site } from '#server/operation/doctor/finding.ts'
import { broken, causeOf, ofDatabase, ok, together, warn } from '#server/operation/doctor/finding.ts'
import { newId } from '#server/platform/ids.ts'
import { missingPackages, thisMachine } from '../../../../scripts/installed.ts'

export const programs: Check = {
  name: 'programs',
  title: 'Programas',
  async look({ root }) {
    const read = (name: string) => JSON.parse(readFileSync(join(root, name), 'utf8'))
    const pinned = read('package.json').dependencies.node as string
    const { node } = process.versions
    const isThere = (folder: string) => existsSync(join(root, folder, 'package.json'))
    const missing = missingPackages(read('package-lock.json').packages, thisMachine(), isThere)
    return together(
      [
        node === pinned
          ? null
          : warn(`Se ejecuta con Node.js ${node} en vez de ${pinned}.`, 'Use node_modules/node/bin/node.'),
        missing.length === 0
          ? null
          : warn(`Faltan paquetes opcionales: ${missing.join(', ')}.`, 'Repita npm ci en la carpeta de la versión.'),
        existsSync(join(root, 'dist/web/index.html'))
          ? null
          : broken('Faltan las páginas.', 'Ejecute npm run build en la carpeta de la versión.'),
      ],
      `Node.js ${node}, con todos sus paquetes y las páginas.`,
    )
  },
}

/** The folders in which the portal makes files: those of its settings have to exist, it makes the others itself. */
const foldersOf = ({ dataDir, backupDir, checkpointDir, filesUrl }: Site['settings']) => [
  { path: dataDir, isGiven: true },
  ...(filesUrl ? [] : [{ path: join(dataDir, 'files'), isGiven: false }]),
  { path: join(dataDir, 'files/incoming'), isGiven: false },
  { path: join(dataDir, 'trail-heads'), isGiven: false },
  ...[backupDir, checkpointDir].flatMap(path => (path ? [{ path, isGiven: true }] : [])),
]

async function faultOfFolder({ path, isGiven }: { path: string; isGiven: boolean }, id: string) {
  const probe = join(path, `probe-${id}`)
  try {
    await writeFile(probe, '', { flag: 'wx' })
    return null
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT' && !isGiven) return null
    return broken(
      `No se puede escribir en ${path} (${code}).`,
      'Cree la carpeta o dé permiso de escritura al usuario del portal.',
    )
  } finally {
    await rm(probe, { force: true }).catch(() => {})
  }
}

async function faultOfKeyFile(dataDir: string): Promise<Finding | null> {
  const path = join(dataDir, 'secret')
  const file = await stat(path).catch(() => null)
  if (!file || (file.mode & 0o077) === 0) return null
  return warn(`Otros usuarios pueden leer la clave, ${path}.`, `Ejecute chmod 600 ${path}.`)
}

/** Root may do everything, which says nothing about the rights of the user that serves. */
async function faultOfUser(dataDir: string): Promise<Finding | null> {
  const owner = (await stat(dataDir).catch(() => null))?.uid ?? 0
  if (process.getuid?.() !== 0 || owner === 0) return null
  return warn(
    'Se ejecuta como root y el portal no, así que no dice nada de los permisos.',
    'Ejecute almotacen doctor, o el mando como el usuario del portal.',
  )
}

export const folders: Check = {
  name: 'folders',
  title: 'Carpetas',
  async look({ settings, clock }) {
    const all = foldersOf(settings)
    const faults = await Promise.all(all.map(folder => faultOfFolder(folder, newId(clock.now()))))
    const others = [await faultOfKeyFile(settings.dataDir), await faultOfUser(settings.dataDir)]
    return together([...faults, ...others], 'Se puede escribir donde hace falta.')
  },
}

const GB = 1e9
/** With less than `little` there is a warning, and below `large` if it is also less than a tenth of the disk. */
const ROOM = { none: 0.2 * GB, little: 2 * GB, large: 10 * GB, share: 0.1 }
const inGb = (bytes: number) => `${(bytes / GB).toFixed(1).replace('.', ',')} GB`

async function roomIn(path: string): Promise<Finding> {
  const { bavail, blocks, bsize } = await statfs(path)
  const free = bavail * bsize
  const found = `Quedan ${inGb(free)} libres en ${path}.`
  const advice = 'Haga sitio o amplíe el disco.'
  if (free < ROOM.none) return broken(found, advice)
  const isLittle = free < ROOM.little || (free < ROOM.large && bavail < ROOM.share * blocks)
  return isLittle ? warn(found, advice) : ok(found)
}

export const disk: Check = {
  name: 'disk',
  title: 'Disco',
  async look({ settings: { dataDir, backupDir, checkpointDir } }) {
    const places = [dataDir, backupDir, checkpointDir].filter(path => path !== null && existsSync(path)) as string[]
    const rooms = await Promise.all(places.map(roomIn))
    return together(rooms, rooms.map(({ found }) => found).join(' '))
  },
}

/** How far the clock may be from that of the database, in milliseconds: for a warning, and at most. */
const APART_MS = { some: 2_000, far: 60_000 }

export const clocks: Check = {
  name: 'clock',
  title: 'Reloj',
  look: ofDatabase(async ({ db, clock }) => {
    const before = Date.parse(clock.now())
    const { rows } = await sql<{ at: string }>`select clock_timestamp() as at`.execute(db)
    const between = (before + Date.parse(clock.now())) / 2
    const apart = Math.abs(Date.parse(onlyOf(rows).at) - between)
    const found = `Difiere ${Math.round(apart / 1000)} s del de la base de datos.`
    const advice = 'Sincronice ambos relojes (timedatectl set-ntp true) y quite CLOCK_OFFSET.'
    if (apart > APART_MS.far) return broken(found, advice)
    return apart > APART_MS.some ? warn(found, advice) : ok('El mismo que el de la base de datos.')
  }),
}

export const unlooked = (error: unknown): Finding =>
  broken(`No se ha podido comprobar (${causeOf(error)}).`, 'Corrija lo que indica y repítalo.')
