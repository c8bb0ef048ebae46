/** The space key, which pans while it is held, and selects where nothing was dragged meanwhile. */
export interface SpaceKey {
  readonly isHeld: () => boolean
  readonly press: () => void
  /** Something is dragged while it is held. */
  readonly use: () => void
  /** Answers whether it was pressed, and nothing was dragged meanwhile. */
  readonly release: () => boolean
}

export function createSpaceKey(): SpaceKey {
  let state: 'up' | 'held' | 'used' = 'up'
  return {
    isHeld: () => state !== 'up',
    press() {
      if (state === 'up') state = 'held'
    },
    use() {
      if (state === 'held') state = 'used'
    },
    release() {
      const wasTap = state === 'held'
      state = 'up'
      return wasTap
    },
  }
}
