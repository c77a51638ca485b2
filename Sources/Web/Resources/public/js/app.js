// The one script of a page: attaches behaviours to the elements that ask for them, and keeps the page up to date.

import { watch } from './attach.js';
import { follow } from './feed.js';
import { showKept } from './notices.js';
import './waiting.js';

watch(document.documentElement);
showKept();

const feed = document.documentElement.dataset.feed;
if (feed) follow(feed);
