const property = '--foot-height'

/**
 * Gives the page the height of the bar at its foot, as `--foot-height` in pixels, for as long as it is there:
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
