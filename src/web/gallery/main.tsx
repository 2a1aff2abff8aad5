import { useMantineColorScheme } from '@mantine/core'
import { StrictMode, useEffect } from 'react'
import { createRoot } from 'react-dom/client'
import { BlankPart } from '#web/gallery/BlankPart.tsx'
import { FeedbackPart } from '#web/gallery/FeedbackPart.tsx'
import { ListPart } from '#web/gallery/ListPart.tsx'
import { LoginPart } from '#web/gallery/LoginPart.tsx'
import { ReviewPart } from '#web/gallery/ReviewPart.tsx'
import { ScorePart } from '#web/gallery/ScorePart.tsx'
import { StartPart } from '#web/gallery/StartPart.tsx'
import { ThemeProvider } from '#web/theme/ThemeProvider.tsx'

// Only for looking: npx vite, then /src/web/gallery/index.html#list. It is no part of the build.
const parts = {
  list: ListPart,
  start: StartPart,
  login: LoginPart,
  blank: BlankPart,
  review: ReviewPart,
  score: ScorePart,
  feedback: FeedbackPart,
}

function Gallery() {
  const { setColorScheme } = useMantineColorScheme()
  useEffect(() => {
    setColorScheme(location.search.includes('dark') ? 'dark' : 'light')
  }, [setColorScheme])
  const Part = parts[location.hash.slice(1) as keyof typeof parts] ?? ListPart
  return <Part />
}

window.addEventListener('hashchange', () => location.reload())
createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <ThemeProvider>
      <Gallery />
    </ThemeProvider>
  </StrictMode>,
)
