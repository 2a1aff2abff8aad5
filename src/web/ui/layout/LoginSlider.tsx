import { useEffect, useState, useSyncExternalStore } from 'react'
import classes from './LoginSlider.module.css'

export interface Slide {
  image: string
  title: string
  text: string
}

/** The slider moves every 7 s (LIM-09); its cross-fade of 3 s (LIM-10) is --t-slide. */
export const slideTime = 7000

// Neither hook nor icons come from a library: the sign-in page is drawn before one is loaded.
const REDUCED = '(prefers-reduced-motion: reduce)'
const isReduced = () => matchMedia(REDUCED).matches
function onMotion(listener: () => void): () => void {
  const motion = matchMedia(REDUCED)
  motion.addEventListener('change', listener)
  return () => motion.removeEventListener('change', listener)
}

const PLAY = 'M7 4v16l13-8z'
const PAUSE = 'M6 5h4v14H6zM14 5h4v14h-4z'

function PlayerIcon({ d }: { d: string }) {
  return (
    <svg viewBox="0 0 24 24" width="20" height="20" aria-hidden="true">
      <path d={d} fill="none" stroke="currentColor" strokeWidth="1.75" strokeLinejoin="round" />
    </svg>
  )
}

/** Rotating pictures with a pause button; they also stop on hover, on focus, and with reduced motion. */
export function LoginSlider({ slides, label }: { slides: readonly Slide[]; label: string }) {
  const reduced = useSyncExternalStore(onMotion, isReduced)
  const [current, setCurrent] = useState(0)
  const [paused, setPaused] = useState(false)
  const [held, setHeld] = useState(false)
  const moves = !paused && !held && !reduced && slides.length > 1

  // Choosing a slide restarts the seven seconds.
  useEffect(() => {
    if (!moves) return
    const timer = setInterval(() => setCurrent(slide => (slide + 1) % slides.length), slideTime)
    return () => clearInterval(timer)
  }, [moves, slides.length, current])

  return (
    <section
      className={classes.root}
      aria-roledescription="carrusel"
      aria-label={label}
      onMouseEnter={() => setHeld(true)}
      onMouseLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={event => setHeld(event.currentTarget.contains(event.relatedTarget))}
    >
      <div className={classes.slides} aria-live={moves ? 'off' : 'polite'}>
        {slides.map((slide, index) => (
          <figure
            key={slide.title}
            className={classes.slide}
            data-current={index === current || undefined}
            aria-hidden={index !== current}
          >
            <img src={slide.image} alt="" width="640" height="560" />
            <figcaption>
              <h2>{slide.title}</h2>
              <p>{slide.text}</p>
            </figcaption>
          </figure>
        ))}
      </div>
      <div className={classes.controls}>
        {slides.map((slide, index) => (
          <button
            key={slide.title}
            type="button"
            className={classes.dot}
            aria-label={slide.title}
            aria-current={index === current ? 'true' : undefined}
            onClick={() => setCurrent(index)}
          >
            <i />
          </button>
        ))}
        <button
          type="button"
          className={classes.pause}
          aria-label={paused || reduced ? 'Mover las imágenes' : 'Detener las imágenes'}
          aria-disabled={reduced || undefined}
          onClick={() => !reduced && setPaused(!paused)}
        >
          <PlayerIcon d={paused || reduced ? PLAY : PAUSE} />
        </button>
      </div>
    </section>
  )
}
