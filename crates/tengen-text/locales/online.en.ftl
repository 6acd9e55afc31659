# The texts of online play, which the page reads with that part of it.

online-offline = There is no connection. Tengen connects by itself as soon as there is one.
online-seeking = Looking for an opponent: { $games } …
online-called = Your game against { $name } has begun.
online-go-to-game = Go to the game
online-show-challenge = Show
online-lost = Connection lost. Reconnecting …
online-not-found = There is no such game or invitation.
online-challenge-closed = This invitation is no longer open.
online-wrong-version = The server is of another version. Please reload the page.
online-title-turn = Your turn – { $title }
online-guest = Guest { $code }
online-days = { $days ->
        [one] 1 day a move
       *[other] { $days } days a move
    }
online-rated = Rated
online-casual = Casual
online-won = { $name } won.
online-lost-you = You lost.
online-aborted = The game was aborted.
online-start-you = Begin within { $time }, or the game is aborted.
online-start-other = { $name } has { $time } to begin.
online-no-start = A player did not start in time.
online-resigned = { $name } resigned.
online-resigned-you = You resigned.
online-timeout = { $name } ran out of time.
online-timeout-you = You ran out of time.
online-abandoned = { $name } left the game.
online-abandoned-you = You left the game.
online-turn-of = Waiting for { $name }.
online-own-games = Your games
online-your-turn = Your turn
online-their-turn = Waiting
online-quick = Quick game
online-searching-stop = Searching … tap to stop
online-pools = Rules for experts
online-more-games = More ways to play
online-searching = Searching …
online-waiting = { $count ->
        [one] 1 player waiting
       *[other] { $count } players waiting
    }
online-seeks = Open games
online-no-seeks = Nobody is waiting. Start a quick game, or invite a friend.
online-all-rules = All rules
online-all-speeds = All speeds
speed-bullet = Bullet
speed-blitz = Blitz
speed-rapid = Rapid
speed-classical = Classical
speed-correspondence = Correspondence
online-accept = Accept
online-decline = Decline
online-counts = { $users ->
        [one] 1 player online
       *[other] { $users } players online
    }, { $games ->
        [0] no games
        [one] 1 game
       *[other] { $games } games
    }
online-live = Live games
online-watch = Watch
online-rating = Your rating: { $rating } ({ $change })
online-create = Create a game
online-seek = Find an opponent
online-invite = Invite a friend
online-rated-game = Rated game
online-seat = Who starts
online-seat-random = Random
online-seat-first = I start
online-seat-second = Opponent starts
online-bot = If nobody joins
online-no-bot = Keep waiting
online-invitation = Invitation
online-invitation-how = Send this link to a friend. The game starts when the invitation is accepted.
online-challenged = { $name } invites you to a game.
online-asks-takeback = { $name } asks for a takeback.
online-asks-draw = { $name } offers a draw.
online-asks-rematch = { $name } offers a rematch.
online-agree = Accept
online-takeback-asked = Takeback requested.
online-draw-offered = Draw offered.
online-takeback-declined = { $name } declined the takeback.
online-draw-declined = { $name } declined the draw.
online-withdraw = Withdraw
online-takeback = Takeback
online-give-time = Give 15 s
online-give-day = Give 1 day
online-abort = Abort
online-opponent-left = Your opponent is disconnected. You can claim the win in { $time }.
online-opponent-gone = Your opponent is disconnected. You can claim the win.
online-claim = Claim win
online-disconnected = { $name } is disconnected
online-watchers = { $count ->
        [one] 1 spectator
       *[other] { $count } spectators
    }
online-stop-watching = Stop watching
online-rematch = Rematch
online-rematch-accept = Accept rematch
online-rematch-withdraw = Cancel rematch
online-rematch-open = Open rematch
online-rematch-offered = Rematch offered.
online-lobby = Lobby

online-restarting = The server restarts. Your games go on in a moment.
online-board-current = The board shows the current position.
online-loading = Loading …
online-error-malformed = The server did not understand that. Please reload the page.
online-error-too-much = That was too much in a short time. Please wait a moment.
online-error-not-found = That does not exist any more.
online-error-guest = Guests cannot do this. Create an account under “Account”; it takes a name and a password.
online-error-not-allowed = Your account may not do this.
online-error-not-player = Only the players of this game can do this.
online-error-not-your-turn = It is not your turn.
online-error-illegal = The rules do not allow this.
online-error-outdated = The game had gone on in the meantime.
online-error-over = It is over already.
online-error-too-early = It is too early for this.
online-error-no-offer = The offer is no longer open.
online-error-settings = No game can be played with these settings.
online-error-not-suitable = This player looks for other opponents, or one of you has blocked the other.
online-error-busy = You have as many games or requests as are allowed. Finish or cancel one first.
online-error-name = This name cannot be used. It is taken, resembles another one, or has characters that names do not have.
online-error-unavailable = The server cannot do this at the moment. Please try again later.
online-error-unreachable = The server does not answer. Check the connection, then try again.
online-error-text = Words of your own need the consent of both players. Phrases are always possible.
online-notify = Notify me when it is my turn
online-notify-turn = It is your turn against { $name }.
online-notify-refused = The browser does not allow notifications from this page.
online-tournaments = Tournaments
online-players = Players
online-account = Account
online-to-lobby = To the lobby
online-featured = Featured
online-opponent-disconnected = Your opponent is disconnected.
online-opponent = Opponent
online-both-players = Players
online-friends = Friends
online-friend-here = Online
online-friend-away = Offline
online-friend-playing = Playing
online-add-friend = Add to friends
online-remove-friend = Remove from friends
online-challenge = Challenge
online-challenge-sent = Challenge sent. The game starts when it is accepted.
online-watchers-talk = Only other spectators can read this.
online-mute = Mute
online-unmute = Unmute
online-block = Block
online-unblock = Unblock
online-report = Report
online-report-reason = Reason
online-report-engine = Uses an engine
online-report-abuse = Insults or spam
online-report-name = Offensive name
online-report-manipulation = Loses on purpose
online-report-stalling = Wastes time
online-report-other = Something else
online-report-remark = What happened?
online-report-send = Send report
online-reported = Thank you. The moderators will look at this game.
online-talk = Talk
online-own-words = In your own words
online-send = Send
phrase-hello = Hello.
phrase-good-luck = Good luck!
phrase-have-fun = Have fun!
phrase-nice-move = Nice move!
phrase-interesting = Interesting.
phrase-slip = That was a slip.
phrase-one-moment = One moment, please.
phrase-back = I am back.
phrase-sorry = Sorry.
phrase-thanks = Thank you.
phrase-well-played = Well played!
phrase-good-game = Good game!
phrase-again = Another game?
phrase-leaving = I have to leave.
phrase-goodbye = Goodbye.
online-to-tournament = To the tournament
online-no-tournaments = There are no tournaments yet.
online-tournaments-running = Running
online-tournaments-open = Open
online-tournaments-finished = Finished
online-all-tournaments = All tournaments
online-tournament-guest = With an account you can create tournaments. Everyone can join.
online-tournament-create = Create a tournament
online-tournament-name = Name
online-tournament-kind = Format
online-format-arena = Arena
online-format-swiss = Swiss
online-format-round-robin = Round robin
online-format-arena-of = { $count ->
        [one] Arena of 1 minute
       *[other] Arena of { $count } minutes
    }
online-format-swiss-of = { $count ->
        [one] Swiss, 1 round
       *[other] Swiss, { $count } rounds
    }
online-format-round-robin-of = Round robin, { $count } times
online-tournament-minutes = Duration
online-minutes = { $count ->
        [one] 1 minute
       *[other] { $count } minutes
    }
online-tournament-rounds = Rounds
online-tournament-cycles = Cycles
online-tournament-start = Starts
online-in-minutes = { $count ->
        [one] in 1 minute
       *[other] in { $count } minutes
    }
online-in-an-hour = in an hour
online-in-a-day = in a day
online-tournament-players = { $count ->
        [0] no players
        [one] 1 player
       *[other] { $count } players
    }
online-tournament-by = by { $name }
online-tournament-on = Starts on { $date }
online-tournament-starts = Starts in { $time }
online-tournament-left = { $time } left
online-tournament-runs = Running
online-tournament-round = Round { $round }
online-tournament-round-of = Round { $round } of { $rounds }
online-tournament-over = The tournament is over.
online-tournament-cancelled = The tournament did not take place.
online-tournament-join = Join
online-tournament-all-meet = In a round robin everybody meets everybody, including users whom you have blocked.
online-tournament-leave = Withdraw
online-tournament-game = To your game
online-tournament-watch = Watch the leaders
online-tournament-own = You are in place { $rank } with { $points } points.
online-player = Player
online-results = Results
online-points = Points
online-points-rating = Rating
online-games = Games
online-more = More
online-no-ranks = Nobody has a rank here yet. Ranks need a few rated games.
online-no-ratings = No rated games yet.
online-rating-graph = The rating over time
online-tally = { $won } won, { $drawn } drawn, { $lost } lost
online-balanced = balanced opening
online-free = free opening
online-kind-guest = Guest
online-kind-bot = Program
online-kind-house-bot = Program of this server
online-program = { $name } (program)
online-running = running
online-result-won = won
online-result-lost = lost
online-result-drawn = drawn
online-result-aborted = aborted
online-guest-about = You are a guest. With an account you play rated games, create tournaments and come back under your name. Nothing personal is asked for.
online-sign-in = Sign in
online-sign-out = Sign out
online-signed-in = You are signed in.
online-register = Create an account
online-name = Name
online-password = Password
online-new-password = New password
online-old-password = Present password
online-about-names = Names have up to { $most } letters and digits, passwords at least { $least } characters.
online-wrong-password = Name and password do not match.
online-rename = Change the name
online-new-name = New name
online-renamed = The name is changed.
online-renamed-before = A name can be changed once in 30 days.
online-change-password = Change the password
online-password-changed = The password is changed. All other sessions have ended.
online-allow-text = Talk in words of one’s own, where the opponent wants it, too
online-passkeys = Passkeys
online-passkey-about = With a passkey you sign in by fingerprint, face or PIN of this device, without a password.
online-passkey-add = Add a passkey
online-passkey-added = The passkey is added.
online-passkey-label = Passkey { $number }
online-passkey-login = Sign in with a passkey
online-passkey-cancelled = The browser gave no passkey.
online-delete = Delete
online-programs = Programs
online-program-about = A program plays under an account of its own. If you make this account a program’s, it stays one for ever: it plays by its tokens alone, and its name is marked as that of a program.
online-become-program = Make this a program’s account
online-become-program-yes = For ever, yes
online-token-about = Whoever has a token plays as this account. Give it to your program alone.
online-token-label = Name of a new token
online-token-create = Create a token
online-token-new = New token
online-token-once = Keep it now: it is shown only once.
online-token-run = With an engine of the Gomocup protocol:
online-own-data = Your data
online-export = Download everything about you
online-delete-about = Deleting the account removes your name and your ratings. Your games stay with the opponents, without your name.
online-delete-account = Delete the account
online-account-deleted = The account is deleted.
online-tournament-berserk = Players may halve their time for another point
online-tournament-programs = Programs may take part
online-tournament-private = Private: only by its link
online-tournament-date = Date and time
online-at-date = At a date
online-tournament-bots = Programs of the server play with those who wait
online-tournament-cancel = Cancel tournament
online-copy-link = Copy link
online-berserk = Half time
online-delayed = You see this game { $seconds } s late.
online-delay-watchers = Spectators see my rated games a minute late
