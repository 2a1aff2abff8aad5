import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** Copies the source into a folder: what git has or would add, and the built pages, if any, for tests that request them. */
export function copySource(root: string, folder: string): void {
  const listed = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], { cwd: root })
  const paths = listed.toString().split('\0').filter(Boolean)
  for (const path of [...paths, 'dist'].filter(path => existsSync(join(root, path)))) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    cpSync(join(root, path), join(folder, path), { recursive: true })
  }
}
