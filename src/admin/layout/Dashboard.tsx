import { Box, Card, CardActionArea, Link as MuiLink, Typography } from '@mui/material'
import { Link } from 'react-router-dom'
import { dateTimeText } from '../../browser/format'
import { useCapability } from '../../browser/http/capabilities'
import { useCompanySession } from '../../browser/session/session'
import { textSizes } from '../../browser/theme/type-scale'
import { usePageTitle } from '../../browser/use-page-title'
import { lazyComponent } from '../components/lazy-component'
import { PageSkeleton } from '../components/PageSkeleton'
import { touchTarget } from '../components/touch-target'
import { useHasOverview } from '../overview/use-overview'
import { type MenuPage, useMenu } from './use-menu'

/**
 * Renders the home page: the figures that concern the user.
 * Without them, the page links to all pages in the user's menu.
 */
export const Dashboard = () => {
  const hasOverview = useHasOverview()
  usePageTitle('首頁')
  return (
    <>
      <Greeting />
      {hasOverview === undefined && <PageSkeleton />}
      {hasOverview !== undefined && (hasOverview ? <OverviewCards /> : <Shortcuts />)}
    </>
  )
}

/** Loads the code of the figures. */
export const loadOverview = async () => (await import('../overview/OverviewCards')).OverviewCards

const OverviewCards = lazyComponent(loadOverview, () => <PageSkeleton />)

/** Renders links to all pages in the user's menu. */
const Shortcuts = () => {
  const { groups } = useMenu()
  return (
    <>
      {groups.map(({ group, pages }) => (
        <Box component="section" key={group.MenuId} aria-label={group.MenuName} sx={{ mt: 3 }}>
          <Typography component="h2" color="textSecondary" sx={{ fontSize: textSizes.small, fontWeight: 600, mb: 1 }}>
            {group.MenuName}
          </Typography>
          <Box
            sx={{ display: 'grid', gap: 1.5, gridTemplateColumns: 'repeat(auto-fill, minmax(min(100%, 220px), 1fr))' }}
          >
            {pages.map((page) => (
              <Shortcut key={page.entry.MenuId} page={page} />
            ))}
          </Box>
        </Box>
      ))}
    </>
  )
}

const Greeting = () => {
  const session = useCompanySession()
  const hasSignInsPage = useCapability('EnterpriseArea.GetSessions')
  if (!session) return null
  const { CustomerName, UserName, RoleName, LastLoginTime, MustChangeMima } = session.data
  return (
    <Box>
      <Typography component="h1" sx={{ fontSize: { xs: textSizes.heading, md: textSizes.page }, fontWeight: 700 }}>
        {UserName}，您好
      </Typography>
      <Typography color="textSecondary">
        {[CustomerName, RoleName, LastLoginTime && `上次登入 ${dateTimeText(LastLoginTime)}`]
          .filter(Boolean)
          .join('．')}
        {/* The server rejects the calls of that page until an initial or expired password has been changed. */}
        {hasSignInsPage && !MustChangeMima && (
          <MuiLink component={Link} to="/admin/sign-ins" sx={{ ml: 1, ...touchTarget }}>
            登入紀錄
          </MuiLink>
        )}
      </Typography>
    </Box>
  )
}

const Shortcut = ({ page: { entry, Icon } }: { page: MenuPage }) => (
  <Card>
    <CardActionArea
      component={Link}
      to={entry.Path}
      sx={{ display: 'flex', justifyContent: 'flex-start', gap: 1.5, p: 2, minHeight: 64 }}
    >
      <Icon color="primary" />
      <Typography sx={{ fontWeight: 500 }}>{entry.MenuName}</Typography>
    </CardActionArea>
  </Card>
)
