-- PostgreSQL database dump

-- Dumped from database version 15.18 (Debian 15.18-0+deb12u1)
-- Dumped by pg_dump version 15.18 (Debian 15.18-0+deb12u1)

SET statement_timeout = 0;
SET lock_timeout = 0;
SET idle_in_transaction_session_timeout = 0;
SET client_encoding = 'UTF8';
SET standard_conforming_strings = on;
SELECT pg_catalog.set_config('search_path', '', false);
SET check_function_bodies = false;
SET xmloption = content;
SET client_min_messages = warning;
SET row_security = off;

SET default_tablespace = '';

SET default_table_access_method = heap;

-- Name: _sqlx_migrations; Type: TABLE; Schema: public; Owner: -

CREATE TABLE public._sqlx_migrations (
    version bigint NOT NULL,
    description text NOT NULL,
    installed_on timestamp with time zone DEFAULT now() NOT NULL,
    success boolean NOT NULL,
    checksum bytea NOT NULL,
    execution_time bigint NOT NULL
);

-- Name: account; Type: TABLE; Schema: public; Owner: -

CREATE TABLE public.account (
    id text NOT NULL,
    name_key text,
    version bigint NOT NULL,
    password text,
    body text NOT NULL
);

-- Name: agreement; Type: TABLE; Schema: public; Owner: -

CREATE TABLE public.agreement (
    account text NOT NULL,
    game text NOT NULL,
    at bigint NOT NULL,
    judged bigint NOT NULL,
    agreed bigint NOT NULL
);

-- Name: alive; Type: TABLE; Schema: public; Owner: -

CREATE TABLE public.alive (
    number bigint NOT NULL,
    at bigint NOT NULL
);

-- Name: challenge; Type: TABLE; Schema: public; Owner: -

CREATE TABLE public.challenge (
    id text NOT NULL,
    body text NOT NULL
);

-- Name: cluster; Type: TABLE; Schema: public; Owner: -

CREATE TABLE public.cluster (
    name text NOT NULL
);

-- Name: credential; Type: TABLE; Schema: public; Owner: -

CREATE TABLE public.credential (
    number bigint NOT NULL,
    key bytea NOT NULL,
    id text NOT NULL,
    account text NOT NULL,
    body text NOT NULL
);

-- Name: credential_number_seq; Type: SEQUENCE; Schema: public; Owner: -

ALTER TABLE public.credential ALTER COLUMN number ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.credential_number_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

-- Name: decision; Type: TABLE; Schema: public; Owner: -

CREATE TABLE public.decision (
    number bigint NOT NULL,
    at bigint NOT NULL,
    about text NOT NULL,
    body text NOT NULL
);

-- Name: decision_number_seq; Type: SEQUENCE; Schema: public; Owner: -

ALTER TABLE public.decision ALTER COLUMN number ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.decision_number_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

-- Name: event; Type: TABLE; Schema: public; Owner: -

CREATE TABLE public.event (
    game bigint NOT NULL,
    seq bigint NOT NULL,
    at bigint NOT NULL,
    body text NOT NULL
);

-- Name: game; Type: TABLE; Schema: public; Owner: -

CREATE TABLE public.game (
    number bigint NOT NULL,
    id text NOT NULL,
    part bigint NOT NULL,
    first text NOT NULL,
    second text NOT NULL,
    created bigint NOT NULL,
    ended bigint,
    result text
);

-- Name: game_number_seq; Type: SEQUENCE; Schema: public; Owner: -

ALTER TABLE public.game ALTER COLUMN number ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.game_number_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

-- Name: node; Type: TABLE; Schema: public; Owner: -

CREATE TABLE public.node (
    id bigint NOT NULL,
    expires timestamp with time zone NOT NULL
);

-- Name: node_id_seq; Type: SEQUENCE; Schema: public; Owner: -

ALTER TABLE public.node ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.node_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

-- Name: part; Type: TABLE; Schema: public; Owner: -

CREATE TABLE public.part (
    number bigint NOT NULL,
    node bigint,
    alive bigint
);

-- Name: rating; Type: TABLE; Schema: public; Owner: -

CREATE TABLE public.rating (
    account text NOT NULL,
    category text NOT NULL,
    value double precision NOT NULL,
    deviation double precision NOT NULL,
    body text NOT NULL
);

-- Name: rating_change; Type: TABLE; Schema: public; Owner: -

CREATE TABLE public.rating_change (
    number bigint NOT NULL,
    account text NOT NULL,
    body text NOT NULL
);

-- Name: rating_change_number_seq; Type: SEQUENCE; Schema: public; Owner: -

ALTER TABLE public.rating_change ALTER COLUMN number ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.rating_change_number_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

-- Name: report; Type: TABLE; Schema: public; Owner: -

CREATE TABLE public.report (
    id text NOT NULL,
    at bigint NOT NULL,
    author text NOT NULL,
    about text NOT NULL,
    is_open boolean NOT NULL,
    body text NOT NULL
);

-- Name: seek; Type: TABLE; Schema: public; Owner: -

CREATE TABLE public.seek (
    id text NOT NULL,
    body text NOT NULL
);

-- Name: session; Type: TABLE; Schema: public; Owner: -

CREATE TABLE public.session (
    token bytea NOT NULL,
    account text NOT NULL,
    created bigint NOT NULL,
    expires bigint NOT NULL
);

-- Name: tournament; Type: TABLE; Schema: public; Owner: -

CREATE TABLE public.tournament (
    number bigint NOT NULL,
    id text NOT NULL,
    ended bigint
);

-- Name: tournament_event; Type: TABLE; Schema: public; Owner: -

CREATE TABLE public.tournament_event (
    tournament bigint NOT NULL,
    seq bigint NOT NULL,
    at bigint NOT NULL,
    body text NOT NULL
);

-- Name: tournament_number_seq; Type: SEQUENCE; Schema: public; Owner: -

ALTER TABLE public.tournament ALTER COLUMN number ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.tournament_number_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

-- Name: tournament_player; Type: TABLE; Schema: public; Owner: -

CREATE TABLE public.tournament_player (
    account text NOT NULL,
    tournament bigint NOT NULL
);

-- Data for Name: _sqlx_migrations; Type: TABLE DATA; Schema: public; Owner: -

INSERT INTO public._sqlx_migrations VALUES (1, 'tables', '2026-11-23 14:33:20.444688+00', true, '\x99438903e405bdd0316caec06624361649181b9752c8db66e79dd8f0e61382b4d69eda73dfd1cd2c4aab8b219ec354b6', 231226421);

-- Data for Name: account; Type: TABLE DATA; Schema: public; Owner: -

INSERT INTO public.account VALUES ('XNPjc43I', 'bea', 0, NULL, '{"id":"XNPjc43I","name":"Bea","kind":"member","role":"user","created":1000,"free_text":false,"delays_watchers":false,"muted":[],"blocked":[],"sanction":{}}');
INSERT INTO public.account VALUES ('uSTisCCC', 'ada', 1, '$argon2id$', '{"id":"uSTisCCC","name":"Ada","kind":"member","role":"user","created":1000,"free_text":false,"delays_watchers":false,"muted":[],"blocked":[],"sanction":{}}');

-- Data for Name: agreement; Type: TABLE DATA; Schema: public; Owner: -

INSERT INTO public.agreement VALUES ('uSTisCCC', 'YnhSdmG6', 60, 20, 9);

-- Data for Name: alive; Type: TABLE DATA; Schema: public; Owner: -

INSERT INTO public.alive VALUES (0, 8000);

-- Data for Name: challenge; Type: TABLE DATA; Schema: public; Owner: -

INSERT INTO public.challenge VALUES ('uSTisCCC', '{"challenge":"uSTisCCC","by":{"player":{"account":"uSTisCCC","name":"Ada","rating":{"value":1500,"provisional":true}}},"request":{"settings":{"rule":"freestyle","size":15,"opening":"swap2","tempo":"180+2","rated":true},"seat":"second"},"opened":6}');

-- Data for Name: cluster; Type: TABLE DATA; Schema: public; Owner: -

INSERT INTO public.cluster VALUES ('adb7da5c-534b-44ff-b85f-2a82a716e951');

-- Data for Name: credential; Type: TABLE DATA; Schema: public; Owner: -

INSERT INTO public.credential OVERRIDING SYSTEM VALUE VALUES (1, '\x0808080808080808080808080808080808080808080808080808080808080808', 'uSTisCCC', 'uSTisCCC', '{"token":{"id":"uSTisCCC","label":"Label 1","scopes":["bot"],"created":40}}');
INSERT INTO public.credential OVERRIDING SYSTEM VALUE VALUES (2, '\x0909090909090909090909090909090909090909090909090909090909090909', 'XNPjc43I', 'uSTisCCC', '{"passkey":{"info":{"id":"XNPjc43I","label":"Label 2","created":50},"handle":"AAEC","public_key":"pQEC","counter":3}}');

-- Data for Name: decision; Type: TABLE DATA; Schema: public; Owner: -

INSERT INTO public.decision OVERRIDING SYSTEM VALUE VALUES (1, 30, 'XNPjc43I', '{"about":"XNPjc43I","at":30,"measure":{"warn":{"text":"faster"}},"report":"uSTisCCC"}');

-- Data for Name: event; Type: TABLE DATA; Schema: public; Owner: -

INSERT INTO public.event VALUES (1, 0, 2007, '{"created":{"game":"YnhSdmG6","settings":{"rule":"freestyle","size":15,"opening":"free","tempo":"120+1","rated":true},"players":[{"account":"uSTisCCC","name":"Ada"},{"account":"XNPjc43I","name":"Bea"}]}}');
INSERT INTO public.event VALUES (1, 1, 3000, '{"moved":{"to":[0,0]}}');
INSERT INTO public.event VALUES (2, 0, 2008, '{"created":{"game":"z9M2BnSL","settings":{"rule":"freestyle","size":15,"opening":"free","tempo":"120+1","rated":true},"players":[{"account":"uSTisCCC","name":"Ada"},{"account":"XNPjc43I","name":"Bea"}]}}');
INSERT INTO public.event VALUES (2, 1, 3000, '{"moved":{"to":[0,0]}}');
INSERT INTO public.event VALUES (2, 2, 3001, '{"moved":{"to":[1,0]}}');

-- Data for Name: game; Type: TABLE DATA; Schema: public; Owner: -

INSERT INTO public.game OVERRIDING SYSTEM VALUE VALUES (1, 'YnhSdmG6', 32, 'uSTisCCC', 'XNPjc43I', 2007, 9000, '{"winner":"second","cause":"timeout"}');
INSERT INTO public.game OVERRIDING SYSTEM VALUE VALUES (2, 'z9M2BnSL', 11, 'uSTisCCC', 'XNPjc43I', 2008, NULL, NULL);

-- Data for Name: node; Type: TABLE DATA; Schema: public; Owner: -

-- Data for Name: part; Type: TABLE DATA; Schema: public; Owner: -

INSERT INTO public.part VALUES (0, NULL, NULL);
INSERT INTO public.part VALUES (1, NULL, NULL);
INSERT INTO public.part VALUES (2, NULL, NULL);
INSERT INTO public.part VALUES (3, NULL, NULL);
INSERT INTO public.part VALUES (4, NULL, NULL);
INSERT INTO public.part VALUES (5, NULL, NULL);
INSERT INTO public.part VALUES (6, NULL, NULL);
INSERT INTO public.part VALUES (7, NULL, NULL);
INSERT INTO public.part VALUES (8, NULL, NULL);
INSERT INTO public.part VALUES (9, NULL, NULL);
INSERT INTO public.part VALUES (10, NULL, NULL);
INSERT INTO public.part VALUES (11, NULL, NULL);
INSERT INTO public.part VALUES (12, NULL, NULL);
INSERT INTO public.part VALUES (13, NULL, NULL);
INSERT INTO public.part VALUES (14, NULL, NULL);
INSERT INTO public.part VALUES (15, NULL, NULL);
INSERT INTO public.part VALUES (16, NULL, NULL);
INSERT INTO public.part VALUES (17, NULL, NULL);
INSERT INTO public.part VALUES (18, NULL, NULL);
INSERT INTO public.part VALUES (19, NULL, NULL);
INSERT INTO public.part VALUES (20, NULL, NULL);
INSERT INTO public.part VALUES (21, NULL, NULL);
INSERT INTO public.part VALUES (22, NULL, NULL);
INSERT INTO public.part VALUES (23, NULL, NULL);
INSERT INTO public.part VALUES (24, NULL, NULL);
INSERT INTO public.part VALUES (25, NULL, NULL);
INSERT INTO public.part VALUES (26, NULL, NULL);
INSERT INTO public.part VALUES (27, NULL, NULL);
INSERT INTO public.part VALUES (28, NULL, NULL);
INSERT INTO public.part VALUES (29, NULL, NULL);
INSERT INTO public.part VALUES (30, NULL, NULL);
INSERT INTO public.part VALUES (31, NULL, NULL);
INSERT INTO public.part VALUES (32, NULL, NULL);
INSERT INTO public.part VALUES (33, NULL, NULL);
INSERT INTO public.part VALUES (34, NULL, NULL);
INSERT INTO public.part VALUES (35, NULL, NULL);
INSERT INTO public.part VALUES (36, NULL, NULL);
INSERT INTO public.part VALUES (37, NULL, NULL);
INSERT INTO public.part VALUES (38, NULL, NULL);
INSERT INTO public.part VALUES (39, NULL, NULL);
INSERT INTO public.part VALUES (40, NULL, NULL);
INSERT INTO public.part VALUES (41, NULL, NULL);
INSERT INTO public.part VALUES (42, NULL, NULL);
INSERT INTO public.part VALUES (43, NULL, NULL);
INSERT INTO public.part VALUES (44, NULL, NULL);
INSERT INTO public.part VALUES (45, NULL, NULL);
INSERT INTO public.part VALUES (46, NULL, NULL);
INSERT INTO public.part VALUES (47, NULL, NULL);
INSERT INTO public.part VALUES (48, NULL, NULL);
INSERT INTO public.part VALUES (49, NULL, NULL);
INSERT INTO public.part VALUES (50, NULL, NULL);
INSERT INTO public.part VALUES (51, NULL, NULL);
INSERT INTO public.part VALUES (52, NULL, NULL);
INSERT INTO public.part VALUES (53, NULL, NULL);
INSERT INTO public.part VALUES (54, NULL, NULL);
INSERT INTO public.part VALUES (55, NULL, NULL);
INSERT INTO public.part VALUES (56, NULL, NULL);
INSERT INTO public.part VALUES (57, NULL, NULL);
INSERT INTO public.part VALUES (58, NULL, NULL);
INSERT INTO public.part VALUES (59, NULL, NULL);
INSERT INTO public.part VALUES (60, NULL, NULL);
INSERT INTO public.part VALUES (61, NULL, NULL);
INSERT INTO public.part VALUES (62, NULL, NULL);
INSERT INTO public.part VALUES (63, NULL, NULL);
INSERT INTO public.part VALUES (64, NULL, NULL);

-- Data for Name: rating; Type: TABLE DATA; Schema: public; Owner: -

INSERT INTO public.rating VALUES ('uSTisCCC', 'freestyle.free.bullet', 1258.5241, 396.6898, '{"rating":1258.5241,"deviation":396.6898,"volatility":0.0899983,"games":1,"last":9000}');
INSERT INTO public.rating VALUES ('XNPjc43I', 'freestyle.free.bullet', 1741.4759, 396.6898, '{"rating":1741.4759,"deviation":396.6898,"volatility":0.0899983,"games":1,"last":9000}');

-- Data for Name: rating_change; Type: TABLE DATA; Schema: public; Owner: -

INSERT INTO public.rating_change OVERRIDING SYSTEM VALUE VALUES (1, 'uSTisCCC', '{"account":"uSTisCCC","category":"freestyle.free.bullet","game":"YnhSdmG6","before":{"rating":1500.0,"deviation":500.0,"volatility":0.09,"games":0,"last":9000},"after":{"rating":1258.5241,"deviation":396.6898,"volatility":0.0899983,"games":1,"last":9000}}');
INSERT INTO public.rating_change OVERRIDING SYSTEM VALUE VALUES (2, 'XNPjc43I', '{"account":"XNPjc43I","category":"freestyle.free.bullet","game":"YnhSdmG6","before":{"rating":1500.0,"deviation":500.0,"volatility":0.09,"games":0,"last":9000},"after":{"rating":1741.4759,"deviation":396.6898,"volatility":0.0899983,"games":1,"last":9000}}');

-- Data for Name: report; Type: TABLE DATA; Schema: public; Owner: -

INSERT INTO public.report VALUES ('uSTisCCC', 20, 'uSTisCCC', 'XNPjc43I', true, '{"id":"uSTisCCC","by":"uSTisCCC","about":"XNPjc43I","reason":"stalling","remark":"slow","game":"YnhSdmG6","at":20,"state":"open"}');

-- Data for Name: seek; Type: TABLE DATA; Schema: public; Owner: -

INSERT INTO public.seek VALUES ('uSTisCCC', '{"seek":"uSTisCCC","by":{"player":{"account":"uSTisCCC","name":"Ada","rating":{"value":1500,"provisional":true}}},"request":{"settings":{"rule":"freestyle","size":15,"opening":"swap2","tempo":"180+2","rated":true},"seat":"first","members_only":true},"opened":5}');

-- Data for Name: session; Type: TABLE DATA; Schema: public; Owner: -

INSERT INTO public.session VALUES ('\x0101010101010101010101010101010101010101010101010101010101010101', 'uSTisCCC', 5, 1125899906842624);

-- Data for Name: tournament; Type: TABLE DATA; Schema: public; Owner: -

INSERT INTO public.tournament OVERRIDING SYSTEM VALUE VALUES (1, 'uSTisCCC', NULL);

-- Data for Name: tournament_event; Type: TABLE DATA; Schema: public; Owner: -

INSERT INTO public.tournament_event VALUES (1, 0, 1000, '{"created":{"tournament":"uSTisCCC","request":{"name":"Cup","format":{"swiss":{"rounds":1}},"settings":{"rule":"freestyle","size":15,"opening":"swap2","tempo":"180+2","rated":true},"starts":5000},"creator":{"account":"uSTisCCC","name":"Ada"}}}');
INSERT INTO public.tournament_event VALUES (1, 1, 2000, '{"joined":{"account":"uSTisCCC","name":"Ada"}}');
INSERT INTO public.tournament_event VALUES (1, 2, 2000, '{"joined":{"account":"XNPjc43I","name":"Bea"}}');
INSERT INTO public.tournament_event VALUES (1, 3, 5000, '"started"');
INSERT INTO public.tournament_event VALUES (1, 4, 5000, '{"round":{"round":1}}');
INSERT INTO public.tournament_event VALUES (1, 5, 5000, '{"paired":{"game":"21xGcHm9","players":["XNPjc43I","uSTisCCC"]}}');

-- Data for Name: tournament_player; Type: TABLE DATA; Schema: public; Owner: -

INSERT INTO public.tournament_player VALUES ('uSTisCCC', 1);
INSERT INTO public.tournament_player VALUES ('XNPjc43I', 1);

-- Name: credential_number_seq; Type: SEQUENCE SET; Schema: public; Owner: -

SELECT pg_catalog.setval('public.credential_number_seq', 2, true);

-- Name: decision_number_seq; Type: SEQUENCE SET; Schema: public; Owner: -

SELECT pg_catalog.setval('public.decision_number_seq', 1, true);

-- Name: game_number_seq; Type: SEQUENCE SET; Schema: public; Owner: -

SELECT pg_catalog.setval('public.game_number_seq', 2, true);

-- Name: node_id_seq; Type: SEQUENCE SET; Schema: public; Owner: -

SELECT pg_catalog.setval('public.node_id_seq', 1, false);

-- Name: rating_change_number_seq; Type: SEQUENCE SET; Schema: public; Owner: -

SELECT pg_catalog.setval('public.rating_change_number_seq', 2, true);

-- Name: tournament_number_seq; Type: SEQUENCE SET; Schema: public; Owner: -

SELECT pg_catalog.setval('public.tournament_number_seq', 1, true);

-- Name: _sqlx_migrations _sqlx_migrations_pkey; Type: CONSTRAINT; Schema: public; Owner: -

ALTER TABLE ONLY public._sqlx_migrations
    ADD CONSTRAINT _sqlx_migrations_pkey PRIMARY KEY (version);

-- Name: account account_name_key_key; Type: CONSTRAINT; Schema: public; Owner: -

ALTER TABLE ONLY public.account
    ADD CONSTRAINT account_name_key_key UNIQUE (name_key);

-- Name: account account_pkey; Type: CONSTRAINT; Schema: public; Owner: -

ALTER TABLE ONLY public.account
    ADD CONSTRAINT account_pkey PRIMARY KEY (id);

-- Name: agreement agreement_pkey; Type: CONSTRAINT; Schema: public; Owner: -

ALTER TABLE ONLY public.agreement
    ADD CONSTRAINT agreement_pkey PRIMARY KEY (account, game);

-- Name: alive alive_pkey; Type: CONSTRAINT; Schema: public; Owner: -

ALTER TABLE ONLY public.alive
    ADD CONSTRAINT alive_pkey PRIMARY KEY (number);

-- Name: challenge challenge_pkey; Type: CONSTRAINT; Schema: public; Owner: -

ALTER TABLE ONLY public.challenge
    ADD CONSTRAINT challenge_pkey PRIMARY KEY (id);

-- Name: cluster cluster_pkey; Type: CONSTRAINT; Schema: public; Owner: -

ALTER TABLE ONLY public.cluster
    ADD CONSTRAINT cluster_pkey PRIMARY KEY (name);

-- Name: credential credential_id_key; Type: CONSTRAINT; Schema: public; Owner: -

ALTER TABLE ONLY public.credential
    ADD CONSTRAINT credential_id_key UNIQUE (id);

-- Name: credential credential_key_key; Type: CONSTRAINT; Schema: public; Owner: -

ALTER TABLE ONLY public.credential
    ADD CONSTRAINT credential_key_key UNIQUE (key);

-- Name: credential credential_pkey; Type: CONSTRAINT; Schema: public; Owner: -

ALTER TABLE ONLY public.credential
    ADD CONSTRAINT credential_pkey PRIMARY KEY (number);

-- Name: decision decision_pkey; Type: CONSTRAINT; Schema: public; Owner: -

ALTER TABLE ONLY public.decision
    ADD CONSTRAINT decision_pkey PRIMARY KEY (number);

-- Name: event event_pkey; Type: CONSTRAINT; Schema: public; Owner: -

ALTER TABLE ONLY public.event
    ADD CONSTRAINT event_pkey PRIMARY KEY (game, seq);

-- Name: game game_id_key; Type: CONSTRAINT; Schema: public; Owner: -

ALTER TABLE ONLY public.game
    ADD CONSTRAINT game_id_key UNIQUE (id);

-- Name: game game_pkey; Type: CONSTRAINT; Schema: public; Owner: -

ALTER TABLE ONLY public.game
    ADD CONSTRAINT game_pkey PRIMARY KEY (number);

-- Name: node node_pkey; Type: CONSTRAINT; Schema: public; Owner: -

ALTER TABLE ONLY public.node
    ADD CONSTRAINT node_pkey PRIMARY KEY (id);

-- Name: part part_pkey; Type: CONSTRAINT; Schema: public; Owner: -

ALTER TABLE ONLY public.part
    ADD CONSTRAINT part_pkey PRIMARY KEY (number);

-- Name: rating_change rating_change_pkey; Type: CONSTRAINT; Schema: public; Owner: -

ALTER TABLE ONLY public.rating_change
    ADD CONSTRAINT rating_change_pkey PRIMARY KEY (number);

-- Name: rating rating_pkey; Type: CONSTRAINT; Schema: public; Owner: -

ALTER TABLE ONLY public.rating
    ADD CONSTRAINT rating_pkey PRIMARY KEY (account, category);

-- Name: report report_pkey; Type: CONSTRAINT; Schema: public; Owner: -

ALTER TABLE ONLY public.report
    ADD CONSTRAINT report_pkey PRIMARY KEY (id);

-- Name: seek seek_pkey; Type: CONSTRAINT; Schema: public; Owner: -

ALTER TABLE ONLY public.seek
    ADD CONSTRAINT seek_pkey PRIMARY KEY (id);

-- Name: session session_pkey; Type: CONSTRAINT; Schema: public; Owner: -

ALTER TABLE ONLY public.session
    ADD CONSTRAINT session_pkey PRIMARY KEY (token);

-- Name: tournament_event tournament_event_pkey; Type: CONSTRAINT; Schema: public; Owner: -

ALTER TABLE ONLY public.tournament_event
    ADD CONSTRAINT tournament_event_pkey PRIMARY KEY (tournament, seq);

-- Name: tournament tournament_id_key; Type: CONSTRAINT; Schema: public; Owner: -

ALTER TABLE ONLY public.tournament
    ADD CONSTRAINT tournament_id_key UNIQUE (id);

-- Name: tournament tournament_pkey; Type: CONSTRAINT; Schema: public; Owner: -

ALTER TABLE ONLY public.tournament
    ADD CONSTRAINT tournament_pkey PRIMARY KEY (number);

-- Name: tournament_player tournament_player_pkey; Type: CONSTRAINT; Schema: public; Owner: -

ALTER TABLE ONLY public.tournament_player
    ADD CONSTRAINT tournament_player_pkey PRIMARY KEY (account, tournament);

-- Name: credential_account; Type: INDEX; Schema: public; Owner: -

CREATE INDEX credential_account ON public.credential USING btree (account, number);

-- Name: decision_about; Type: INDEX; Schema: public; Owner: -

CREATE INDEX decision_about ON public.decision USING btree (about, number);

-- Name: game_first; Type: INDEX; Schema: public; Owner: -

CREATE INDEX game_first ON public.game USING btree (first, created);

-- Name: game_live; Type: INDEX; Schema: public; Owner: -

CREATE INDEX game_live ON public.game USING btree (part, number) WHERE (ended IS NULL);

-- Name: game_live_first; Type: INDEX; Schema: public; Owner: -

CREATE INDEX game_live_first ON public.game USING btree (first) WHERE (ended IS NULL);

-- Name: game_live_second; Type: INDEX; Schema: public; Owner: -

CREATE INDEX game_live_second ON public.game USING btree (second) WHERE (ended IS NULL);

-- Name: game_second; Type: INDEX; Schema: public; Owner: -

CREATE INDEX game_second ON public.game USING btree (second, created);

-- Name: part_node; Type: INDEX; Schema: public; Owner: -

CREATE INDEX part_node ON public.part USING btree (node);

-- Name: rating_change_account; Type: INDEX; Schema: public; Owner: -

CREATE INDEX rating_change_account ON public.rating_change USING btree (account, number);

-- Name: rating_order; Type: INDEX; Schema: public; Owner: -

CREATE INDEX rating_order ON public.rating USING btree (category, value);

-- Name: report_about; Type: INDEX; Schema: public; Owner: -

CREATE INDEX report_about ON public.report USING btree (about, at);

-- Name: report_at; Type: INDEX; Schema: public; Owner: -

CREATE INDEX report_at ON public.report USING btree (at);

-- Name: report_author; Type: INDEX; Schema: public; Owner: -

CREATE INDEX report_author ON public.report USING btree (author, at);

-- Name: session_account; Type: INDEX; Schema: public; Owner: -

CREATE INDEX session_account ON public.session USING btree (account);

-- Name: tournament_ended; Type: INDEX; Schema: public; Owner: -

CREATE INDEX tournament_ended ON public.tournament USING btree (ended);

-- Name: credential credential_account_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -

ALTER TABLE ONLY public.credential
    ADD CONSTRAINT credential_account_fkey FOREIGN KEY (account) REFERENCES public.account(id);

-- Name: event event_game_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -

ALTER TABLE ONLY public.event
    ADD CONSTRAINT event_game_fkey FOREIGN KEY (game) REFERENCES public.game(number);

-- Name: rating rating_account_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -

ALTER TABLE ONLY public.rating
    ADD CONSTRAINT rating_account_fkey FOREIGN KEY (account) REFERENCES public.account(id);

-- Name: session session_account_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -

ALTER TABLE ONLY public.session
    ADD CONSTRAINT session_account_fkey FOREIGN KEY (account) REFERENCES public.account(id);

-- Name: tournament_event tournament_event_tournament_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -

ALTER TABLE ONLY public.tournament_event
    ADD CONSTRAINT tournament_event_tournament_fkey FOREIGN KEY (tournament) REFERENCES public.tournament(number);

-- PostgreSQL database dump complete

