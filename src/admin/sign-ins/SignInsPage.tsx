import { Box, Button, Typography } from '@mui/material'
import { Link } from 'react-router-dom'
import { Trail } from '../layout/Trail'
import { useTabTitle } from '../layout/use-tab-title'
import { SignInCard } from './SignInCard'

/** 登入紀錄: the own sign-ins, so that a user notices one that was not hers. */
export const SignInsPage = () => {
  useTabTitle('登入紀錄')
  return (
    <>
      <Trail here="登入紀錄" />
      <Typography component="h1" sx={{ fontSize: { xs: '1.25rem', md: '1.5rem' }, fontWeight: 700, mb: 2 }}>
        登入紀錄
      </Typography>
      <SignInCard whose="oneself" title="我最近的登入" note="最近 20 次，新的在前。若有不是您本人的登入，請立即變更密碼並通知企業管理者。" />
      <Box sx={{ mt: 2 }}>
        <Button component={Link} to="/admin/changeMima" variant="outlined">
          變更密碼
        </Button>
      </Box>
    </>
  )
}
