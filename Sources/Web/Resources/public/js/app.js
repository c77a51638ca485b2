// Entry script of every page: attaches behaviours, keeps the page up to date, and prepares the device for offline use.

import { watch } from './attach.js';
import { goBack } from './back.js';
import { follow } from './feed.js';
import './keys.js';
import { showKept } from './notices.js';
import './pictures.js';
import { settle } from './regions.js';
import './sign.js';
import './steady.js';
import { takeAlong } from './take-along.js';
import './trap.js';
import { forgetOthers } from './wipe.js';
import { tellZone } from './zone.js';

forgetOthers();
watch(document.documentElement);
showKept();
settle();
goBack();

const { feed } = document.documentElement.dataset;
if (feed) {
  follow(feed);
  tellZone();
}
takeAlong();
