import { t } from '#domain/language/translate.ts'
import type { ScoreWire } from '#domain/report-request/score/contract.ts'
import { scoreContent } from '#domain/report-request/score/contract.ts'
import { queryOptions } from '#web/api/api.ts'
import { FileWindow } from '#web/document/FileWindow.tsx'
import { dayText } from '#web/ui/time/dates.ts'

/** Shows the dictamen of a score in a window, with a download. */
export function DictamenWindow({ score, onClose }: { score: ScoreWire | null; onClose: () => void }) {
  const file = score && {
    title: t`Dictamen del ${dayText(score.scoredAt)}`,
    name: score.name,
    from: queryOptions(scoreContent, { params: { id: score.id } }),
  }
  return <FileWindow file={file} onClose={onClose} />
}
