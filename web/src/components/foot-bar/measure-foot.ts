const property = '--foot-height'

/**
 * Tells the page how high the bar at its foot is, as `--foot-height` in pixels, for as long as it is there:
 * what floats stands above it. A ref.
 */
export function measureFoot(bar: HTMLElement): () => void {
  const { style } = document.documentElement
  const observer = new ResizeObserver(() => style.setProperty(property, `${bar.offsetHeight}px`))
  observer.observe(bar)
  return () => {
    observer.disconnect()
    style.removeProperty(property)
  }
}
