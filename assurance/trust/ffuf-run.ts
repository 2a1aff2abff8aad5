import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { heard } from '#assurance/trust/machine.ts'

/** A request of ffuf: `url` with FUZZ in it, and further placeholders. */
export type Barrage = {
  url: string
  lists: Record<string, readonly string[]>
  method?: string
  headers?: Record<string, string | undefined>
}

/** An answer, with the first line of the request as sent. */
export type Fuzzed = {
  words: Record<string, string>
  method: string
  /** As sent. */
  address: string
  status: number
  /** As lines. */
  headers: string
  body: Buffer
}

type Result = { input: Record<string, string>; status: number; resultfile: string }

const BETWEEN = Buffer.from('---- ↑ Request ---- Response ↓ ----\n\n')
const BLANK = Buffer.from('\r\n\r\n')

type Words = Record<string, string>

const MANY_AT_ONCE = 10
const ATTEMPTS = 3

/** Requests all combinations of the lists and reads every answer; requests lost under load are repeated one by one. */
export async function ffuf(barrage: Barrage): Promise<{ answers: Fuzzed[]; lost: Words[] }> {
  let lost = combinationsOf(Object.entries(barrage.lists))
  const answers: Fuzzed[] = []
  for (let attempt = 0; attempt < ATTEMPTS && lost.length > 0; attempt++) {
    answers.push(...(await ask(barrage, lost, attempt === 0 ? MANY_AT_ONCE : 1)))
    const got = new Set(answers.map(({ words }) => nameOf(words)))
    lost = lost.filter(words => !got.has(nameOf(words)))
  }
  return { answers, lost }
}

const nameOf = (words: Words) => JSON.stringify(Object.entries(words).sort())

function combinationsOf([first, ...more]: [string, readonly string[]][]): Words[] {
  if (!first) return [{}]
  const rest = combinationsOf(more)
  return [...new Set(first[1])].flatMap(word => rest.map(words => ({ [first[0]]: word, ...words })))
}

async function ask({ url, lists, method = 'GET', headers = {} }: Barrage, all: Words[], threads: number) {
  const folder = await mkdtemp(join(tmpdir(), 'almotacen-ffuf-'))
  try {
    const [out, bodies] = [join(folder, 'out.json'), join(folder, 'bodies')]
    await mkdir(bodies)
    const files: string[] = []
    for (const keyword of Object.keys(lists)) {
      const file = join(folder, keyword)
      await writeFile(file, all.map(words => words[keyword]).join('\n'))
      files.push('-w', `${file}:${keyword}`)
    }
    const sent = Object.entries(headers).flatMap(([name, value]) => ['-H', `${name}: ${value}`])
    const asked = ['-mode', 'pitchfork', '-u', url, '-X', method, ...files, ...sent]
    const options = ['-s', '-t', String(threads), '-mc', 'all', '-o', out, '-od', bodies]
    await heard('ffuf', [...options, ...asked], { HOME: folder })
    const { results } = JSON.parse(await readFile(out, 'utf8')) as { results: Result[] }
    const answers: Fuzzed[] = []
    for (const result of results) answers.push(read(result, await readFile(join(bodies, result.resultfile))))
    return answers
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

function read({ input, status }: Result, dump: Buffer): Fuzzed {
  const [method = '', address = ''] = dump.subarray(0, dump.indexOf('\r\n')).toString().split(' ')
  const response = dump.subarray(dump.indexOf(BETWEEN) + BETWEEN.length)
  const end = response.indexOf(BLANK)
  return {
    words: input,
    method,
    address,
    status,
    headers: response.subarray(0, end).toString(),
    body: response.subarray(end + BLANK.length),
  }
}
