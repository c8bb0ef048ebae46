import { useLocalStorage } from '@mantine/hooks'
import type { MouseEvent, ReactNode } from 'react'
import { FormattedMessage } from 'react-intl'
import { BottomBar } from './bottom-bar.tsx'
import { Rail } from './rail.tsx'
import type { NavItem } from './navigation.ts'
import { TopBar, type TopBarProps } from './top-bar.tsx'
import classes from './app-frame.module.css'

interface AppFrameProps extends TopBarProps {
  readonly items: readonly NavItem[]
  /** What the first link of the page leads to: the id of an element. */
  readonly skipsTo: 'main' | 'results'
  readonly children: ReactNode
}

/** Goes to what is looked for: to its first link that can be reached by Tab, where it is a list. */
function skip(event: MouseEvent, id: string): void {
  const target = document.getElementById(id)
  event.preventDefault()
  const first =
    id === 'results' ? target?.querySelector<HTMLElement>('[data-index] a[tabindex="0"]') : undefined
  const focused = first ?? target
  focused?.focus()
}

/** What stays on every screen of a signed-in person: top bar, navigation, and the room between them. */
export function AppFrame({ children, items, skipsTo, ...top }: AppFrameProps) {
  const [folded, setFolded] = useLocalStorage({
    key: 'cartouche-rail-folded',
    defaultValue: false,
    getInitialValueInEffect: false,
  })
  return (
    <div className={classes.frame}>
      <a className={classes.skip} href={`#${skipsTo}`} onClick={(event) => skip(event, skipsTo)}>
        <FormattedMessage id={skipsTo === 'results' ? 'nav.skip.results' : 'nav.skip'} />
      </a>
      <TopBar {...top} />
      <Rail items={items} folded={folded} onFold={setFolded} />
      <main id="main" className={classes.main} tabIndex={-1}>
        {children}
      </main>
      <BottomBar items={items} />
    </div>
  )
}
