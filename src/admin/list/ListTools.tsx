import DenseIcon from '@mui/icons-material/DensitySmall'
import SortIcon from '@mui/icons-material/Sort'
import ColumnsIcon from '@mui/icons-material/ViewWeekOutlined'
import { Box, IconButton } from '@mui/material'
import { type ComponentType, useState } from 'react'
import type { Resource } from '../../schema/language/resource'
import { lazyComponent } from '../components/lazy-component'
import { SecondStep } from '../components/SecondStep'
import { useIsNarrow } from '../hooks/use-is-narrow'
import { ViewMenu } from '../saved-views/ViewMenu'
import type { ListMenuProps } from './columns/ColumnMenu'
import { useDensity } from './columns/columns'

const ColumnMenu = lazyComponent<ListMenuProps>(async () => (await import('./columns/ColumnMenu')).ColumnMenu)
const SortMenu = lazyComponent<ListMenuProps>(async () => (await import('./SortMenu')).SortMenu)

/**
 * Renders the buttons for the views, the density and the columns of the table; on narrow screens, those for the views and
 * for the order of the cards.
 */
export const ListTools = ({ resource }: { resource: Resource }) =>
  useIsNarrow() ? (
    <>
      <MenuButton resource={resource} label="排序" Icon={SortIcon} Menu={SortMenu} />
      <ViewMenu resource={resource} />
    </>
  ) : (
    <SecondStep placeholder={<Box sx={{ width: 108 }} />}>
      <Box sx={{ display: 'flex', flexShrink: 0, color: 'primary.main' }}>
        <ViewMenu resource={resource} />
        <DensityButton />
        <MenuButton resource={resource} label="欄位" Icon={ColumnsIcon} Menu={ColumnMenu} />
      </Box>
    </SecondStep>
  )

/** Renders the button that switches the density of all tables. */
const DensityButton = () => {
  const { isDense, toggle } = useDensity()
  return (
    <IconButton
      color="inherit"
      size="small"
      aria-label="緊密"
      aria-pressed={isDense}
      onClick={toggle}
      sx={{ width: 36, height: 36, ...(isDense ? { bgcolor: 'var(--primary-soft)' } : {}) }}
    >
      <DenseIcon fontSize="small" />
    </IconButton>
  )
}

interface MenuButtonProps {
  readonly resource: Resource
  readonly label: string
  readonly Icon: ComponentType<{ fontSize: 'small' }>
  readonly Menu: ComponentType<ListMenuProps>
}

/** Renders a button that opens a menu, which is loaded when it is first opened. */
const MenuButton = ({ resource, label, Icon, Menu }: MenuButtonProps) => {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const [wasOpened, setWasOpened] = useState(false)
  const open = (button: HTMLElement) => {
    setWasOpened(true)
    setAnchor(button)
  }
  return (
    <>
      <IconButton
        color="inherit"
        size="small"
        aria-label={label}
        aria-haspopup="menu"
        onClick={(event) => open(event.currentTarget)}
        sx={{ width: 36, height: 36 }}
      >
        <Icon fontSize="small" />
      </IconButton>
      {wasOpened && <Menu resource={resource} anchor={anchor} onClose={() => setAnchor(null)} />}
    </>
  )
}
