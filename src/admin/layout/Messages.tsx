export { Notification as Messages } from 'react-admin'
