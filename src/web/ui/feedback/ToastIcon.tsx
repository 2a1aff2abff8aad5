import { IconCircleCheck, IconCircleX, IconClock } from '@tabler/icons-react'

const icons = { done: IconCircleCheck, error: IconCircleX, warning: IconClock }

export function ToastIcon({ kind }: { kind: keyof typeof icons }) {
  const Icon = icons[kind]
  return <Icon />
}
