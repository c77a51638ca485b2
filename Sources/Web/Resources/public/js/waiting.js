// Says so when changes wait for a connection, and stops saying so when they have arrived.

import { onWaiting } from './journal.js';
import { dismiss, notify } from './notices.js';

let told = 0;

onWaiting((count, stuck) => {
  if (stuck && count !== told) {
    told = count;
    notify({ text: `No connection: ${count === 1 ? 'one change waits' : `${count} changes wait`} to be sent.`, group: 'waiting', stays: true });
  } else if (!count && told) {
    told = 0;
    dismiss('waiting');
  }
});
