import { useReducedMotion } from '@mantine/hooks'
import { IconPlayerPause, IconPlayerPlay } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import classes from './LoginSlider.module.css'

export interface Slide {
  image: string
  title: string
  text: string
}

/** The slider moves every 7 s (LIM-09); its cross-fade of 3 s (LIM-10) is --t-slide. */
export const slideTime = 7000

/** Rotating pictures with a pause button; they also stop on hover, on focus, and with reduced motion. */
export function LoginSlider({ slides, label }: { slides: readonly Slide[]; label: string }) {
  const reduced = useReducedMotion()
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
          {paused || reduced ? <IconPlayerPlay size={20} /> : <IconPlayerPause size={20} />}
        </button>
      </div>
    </section>
  )
}
